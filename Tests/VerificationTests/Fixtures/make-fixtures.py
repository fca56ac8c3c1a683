#!/usr/bin/env python3
"""Makes the tokens of this folder anew, with fresh keys: python3 make-fixtures.py (python3-cryptography)."""

import base64, datetime, json, pathlib

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

FOLDER = pathlib.Path(__file__).parent
LEAF_MARK, INTERMEDIATE_MARK = "1.2.840.113635.100.6.11.1", "1.2.840.113635.100.6.2.1"
SIGNED = 1767268800000  # 2026-01-01T12:00:00Z
FROM, UNTIL = datetime.datetime(2025, 1, 1), datetime.datetime(2027, 1, 1)
LONG = datetime.datetime(2045, 1, 1)


def name(text):
    return x509.Name([x509.NameAttribute(x509.NameOID.ORGANIZATION_NAME, "Storefront Tests"),
                      x509.NameAttribute(x509.NameOID.COMMON_NAME, text)])


class Authority:
    """A certificate with its key; `sign` makes one below it."""

    def __init__(self, certificate, key):
        self.certificate, self.key = certificate, key

    def der(self):
        return self.certificate.public_bytes(serialization.Encoding.DER)

    def sign(self, subject, until, is_authority, mark=None, curve=ec.SECP256R1(), critical=None,
             identified=True):
        key = ec.generate_private_key(curve)
        return Authority(
            certify(subject, key, self, until, is_authority, mark, critical, identified), key)


def certify(subject, key, issuer, until, is_authority, mark=None, critical=None, identified=True):
    signing_key = issuer.key if issuer else key
    usage = dict.fromkeys(["content_commitment", "key_encipherment", "data_encipherment",
                           "key_agreement", "encipher_only", "decipher_only"], False)
    builder = (
        x509.CertificateBuilder().subject_name(name(subject))
        .issuer_name(issuer.certificate.subject if issuer else name(subject))
        .public_key(key.public_key()).serial_number(x509.random_serial_number())
        .not_valid_before(FROM).not_valid_after(until)
        .add_extension(x509.BasicConstraints(is_authority, None), critical=True)
        .add_extension(x509.KeyUsage(digital_signature=not is_authority, key_cert_sign=is_authority,
                                     crl_sign=is_authority, **usage), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False))
    if issuer and identified:
        builder = builder.add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(signing_key.public_key()), critical=False)
    for oid, is_critical in [(mark, False), (critical, True)]:
        if oid:
            builder = builder.add_extension(
                x509.UnrecognizedExtension(x509.ObjectIdentifier(oid), b"\x05\x00"), critical=is_critical)
    return builder.sign(signing_key, hashes.SHA256())


def root(subject="Test Root"):
    key = ec.generate_private_key(ec.SECP256R1())
    return Authority(certify(subject, key, None, LONG, True), key)


def encode(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def token(payload, chain, key=None, **header):
    header = {"alg": "ES256", "x5c": [base64.b64encode(c.der()).decode() for c in chain], **header}
    text = ".".join(encode(json.dumps(part, separators=(",", ":")).encode()) for part in (header, payload))
    r, s = decode_dss_signature((key or chain[0].key).sign(text.encode(), ec.ECDSA(hashes.SHA256())))
    return text + "." + encode(r.to_bytes(48, "big")[-32:] + s.to_bytes(48, "big")[-32:])


def write(file, text):
    (FOLDER / file).write_text(text)


TRANSACTION = {
    "transactionId": "2000000000000002", "originalTransactionId": "2000000000000001",
    "bundleId": "com.example.storefront", "productId": "plus.monthly", "purchaseDate": SIGNED - 5000,
    "expiresDate": SIGNED + 2592000000, "quantity": 1, "type": "Auto-Renewable Subscription",
    "inAppOwnershipType": "PURCHASED", "signedDate": SIGNED, "environment": "Sandbox",
    "price": 9990, "currency": "USD", "storefront": "USA", "isUpgraded": False}
RENEWAL = {
    "originalTransactionId": "2000000000000001", "autoRenewProductId": "plus.monthly",
    "productId": "plus.monthly", "autoRenewStatus": 1, "signedDate": SIGNED, "environment": "Sandbox"}
APP_TRANSACTION = {
    "receiptType": "Production", "appAppleId": 6400000001, "bundleId": "com.example.storefront",
    "applicationVersion": "2.1", "originalApplicationVersion": "1.0", "receiptCreationDate": SIGNED,
    "originalPurchaseDate": 1375340400000}
LEAF, MIDDLE = "Test Receipt Signing", "Test Developer Authority"

top = root()
middle = top.sign(MIDDLE, LONG, True, INTERMEDIATE_MARK)
leaf = middle.sign(LEAF, UNTIL, False, LEAF_MARK)
good = [leaf, middle, top]
(FOLDER / "root.der").write_bytes(top.der())

write("transaction.jws", token(TRANSACTION, good))
write("renewal.jws", token(RENEWAL, good))
write("app-transaction.jws", token(APP_TRANSACTION, good))
write("transaction-undated.jws", token({k: v for k, v in TRANSACTION.items() if k != "signedDate"}, good))


def notification(transaction):
    return {"notificationType": "DID_RENEW", "notificationUUID": "002e14d5-51f5-4503-b5a8-c3a1af68eb20",
            "version": "2.0", "signedDate": SIGNED,
            "data": {"bundleId": "com.example.storefront", "environment": "Sandbox", "status": 1,
                     "signedTransactionInfo": transaction, "signedRenewalInfo": token(RENEWAL, good)}}


forged = root()
forged_middle = forged.sign(MIDDLE, LONG, True, INTERMEDIATE_MARK)
forged_leaf = forged_middle.sign(LEAF, UNTIL, False, LEAF_MARK)
other_app = token(TRANSACTION | {"bundleId": "com.example.other"}, good)
write("notification.jws", token(notification(token(TRANSACTION, good)), good))
write("notification-forged-part.jws", token(
    notification(token(TRANSACTION, [forged_leaf, forged_middle, top])), good))
write("notification-other-app-part.jws", token(notification(other_app), good))

(FOLDER / "other-root.der").write_bytes(forged.der())
write("notification-other-root-part.jws", token(
    notification(token(TRANSACTION, [forged_leaf, forged_middle, forged])), good))
reissued = Authority(certify("Test Root", top.key, None, LONG, True), top.key)
write("chain-root-reissued.jws", token(TRANSACTION, [leaf, middle, reissued]))
last_moment = int(UNTIL.replace(tzinfo=datetime.timezone.utc).timestamp()) * 1000 + 999
write("transaction-last-moment.jws", token(TRANSACTION | {"signedDate": last_moment}, good))

write("chain-forged.jws", token(TRANSACTION, [forged_leaf, forged_middle, forged]))
write("chain-forged-true-root.jws", token(TRANSACTION, [forged_leaf, forged_middle, top]))
write("chain-other-key.jws", token(TRANSACTION, good, key=forged_leaf.key))


def variant(file, leaf_options={}, middle_options={}):
    m = top.sign(**{"subject": MIDDLE, "until": LONG, "is_authority": True, "mark": INTERMEDIATE_MARK,
                    **middle_options})
    options = {"subject": LEAF, "until": UNTIL, "is_authority": False, "mark": LEAF_MARK, **leaf_options}
    l = m.sign(**options)
    write(file, token(TRANSACTION, [l, m, top]))


variant("chain-leaf-unmarked.jws", {"mark": None})
variant("chain-leaf-p384.jws", {"curve": ec.SECP384R1()})
variant("chain-leaf-critical.jws", {"critical": "1.2.3.4.5"})
variant("chain-leaf-unidentified.jws", {"identified": False})
variant("chain-intermediate-unmarked.jws", {}, {"mark": None})
variant("chain-intermediate-no-authority.jws", {}, {"is_authority": False})
variant("chain-intermediate-expired.jws", {}, {"until": datetime.datetime(2025, 6, 1)})

xcode = root("StoreKit Testing in Xcode")
XCODE = TRANSACTION | {"environment": "Xcode", "transactionId": "0", "purchaseDate": SIGNED - 0.25}
write("xcode-transaction.jws", token(XCODE, [xcode], kid="Apple_Xcode_Key", typ="JWT"))
write("xcode-claims-production.jws", token(
    XCODE | {"environment": "Production"}, [xcode], kid="Apple_Xcode_Key", typ="JWT"))
write("xcode-app-transaction-without-type.jws", token(
    {k: v for k, v in APP_TRANSACTION.items() if k != "receiptType"}, [xcode],
    kid="Apple_Xcode_Key", typ="JWT"))
write("single-certificate.jws", token(TRANSACTION, [leaf]))
