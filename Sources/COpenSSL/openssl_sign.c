#include "openssl_sign.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/asn1.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/obj_mac.h>
#include <openssl/objects.h>
#include <openssl/param_build.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

struct signing_chain {
  uint8_t *part[SIGNING_PARTS];
  size_t length[SIGNING_PARTS];
};

// What distinguishes the three certificates from each other.
typedef struct {
  const char *common_name;
  const char *basic_constraints;
  const char *key_usage;
  const char *marker;  // Apple's extension in dotted form, or NULL
} profile;

static const profile root_profile = {
    "storefront simulator root (proves no payment)",
    "critical,CA:TRUE", "critical,keyCertSign,cRLSign", NULL};
static const profile intermediate_profile = {
    "storefront simulator intermediate (proves no payment)",
    "critical,CA:TRUE,pathlen:0", "critical,keyCertSign,cRLSign",
    "1.2.840.113635.100.6.2.1"};
static const profile leaf_profile = {
    "storefront simulator transactions (proves no payment)",
    "critical,CA:FALSE", "critical,digitalSignature",
    "1.2.840.113635.100.6.11.1"};

static const profile xcode_profile = {
    "storefront simulator in the manner of Xcode (proves no payment)",
    "critical,CA:FALSE", "critical,digitalSignature", NULL};

enum { HALF = SIGNING_SIGNATURE_LENGTH / 2 };

// Bytes that look drawn by chance and follow from a seed and two numbers alone.
static int draw(
    const uint8_t seed[SIGNING_SEED_LENGTH], int purpose, int round, uint8_t bytes[HALF]) {
  uint8_t text[SIGNING_SEED_LENGTH + 2];
  memcpy(text, seed, SIGNING_SEED_LENGTH);
  text[SIGNING_SEED_LENGTH] = (uint8_t)purpose;
  text[SIGNING_SEED_LENGTH + 1] = (uint8_t)round;
  int done = EVP_Digest(text, sizeof text, bytes, NULL, EVP_sha256(), NULL);
  OPENSSL_cleanse(text, sizeof text);
  return done;
}

// The P-256 key pair of a secret number.
static EVP_PKEY *pair_key(const EC_GROUP *group, const BIGNUM *secret) {
  EVP_PKEY *key = NULL;
  uint8_t point_bytes[65];
  EC_POINT *point = EC_POINT_new(group);
  OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
  OSSL_PARAM *parameters = NULL;
  EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
  int done =
      point && builder && context && EC_POINT_mul(group, point, secret, NULL, NULL, NULL) &&
      EC_POINT_point2oct(
          group, point, POINT_CONVERSION_UNCOMPRESSED, point_bytes, sizeof point_bytes, NULL) &&
      OSSL_PARAM_BLD_push_utf8_string(
          builder, OSSL_PKEY_PARAM_GROUP_NAME, SN_X9_62_prime256v1, 0) &&
      OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_PRIV_KEY, secret) &&
      OSSL_PARAM_BLD_push_octet_string(
          builder, OSSL_PKEY_PARAM_PUB_KEY, point_bytes, sizeof point_bytes) &&
      (parameters = OSSL_PARAM_BLD_to_param(builder)) && EVP_PKEY_fromdata_init(context) == 1 &&
      EVP_PKEY_fromdata(context, &key, EVP_PKEY_KEYPAIR, parameters) == 1;
  OSSL_PARAM_free(parameters);
  OSSL_PARAM_BLD_free(builder);
  EVP_PKEY_CTX_free(context);
  EC_POINT_free(point);
  return done ? key : NULL;
}

// The key that a seed has for a purpose.
static EVP_PKEY *draw_key(const uint8_t seed[SIGNING_SEED_LENGTH], int purpose) {
  EVP_PKEY *key = NULL;
  uint8_t bytes[HALF];
  EC_GROUP *group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
  BIGNUM *secret = BN_secure_new();
  // One in 2^32 numbers is not below the order; 256 rounds are enough for ever.
  for (int round = 0; group && secret && !key && round < 256; round++) {
    if (!draw(seed, purpose, round, bytes) || !BN_bin2bn(bytes, HALF, secret)) break;
    if (BN_is_zero(secret) || BN_cmp(secret, EC_GROUP_get0_order(group)) >= 0) continue;
    key = pair_key(group, secret);
    break;
  }
  OPENSSL_cleanse(bytes, sizeof bytes);
  BN_clear_free(secret);
  EC_GROUP_free(group);
  return key;
}

static int set_serial(X509 *certificate, const uint8_t seed[SIGNING_SEED_LENGTH], int part) {
  uint8_t bytes[HALF];
  if (!draw(seed, 0x40 + part, 0, bytes)) return 0;
  bytes[0] = (bytes[0] & 0x7F) | 0x40;  // positive, and always of the same length
  BIGNUM *number = BN_bin2bn(bytes, 16, NULL);
  int done = number && BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate));
  BN_free(number);
  return done;
}

static int set_name(X509 *certificate, const char *common_name) {
  X509_NAME *name = X509_get_subject_name(certificate);
  return X509_NAME_add_entry_by_NID(
             name, NID_commonName, MBSTRING_UTF8, (const uint8_t *)common_name, -1, -1, 0) &&
         X509_NAME_add_entry_by_NID(
             name, NID_organizationName, MBSTRING_UTF8, (const uint8_t *)"storefront simulator",
             -1, -1, 0);
}

static int add_extension(X509 *certificate, X509V3_CTX *context, int nid, const char *value) {
  X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, context, nid, value);
  int done = extension && X509_add_ext(certificate, extension, -1);
  X509_EXTENSION_free(extension);
  return done;
}

// Apple's marker extensions hold an ASN.1 NULL.
static int add_marker(X509 *certificate, const char *oid) {
  static const uint8_t null[] = {0x05, 0x00};
  ASN1_OBJECT *object = OBJ_txt2obj(oid, 1);
  ASN1_OCTET_STRING *value = ASN1_OCTET_STRING_new();
  X509_EXTENSION *extension = NULL;
  int done = object && value && ASN1_OCTET_STRING_set(value, null, sizeof null) &&
             (extension = X509_EXTENSION_create_by_OBJ(NULL, object, 0, value)) &&
             X509_add_ext(certificate, extension, -1);
  X509_EXTENSION_free(extension);
  ASN1_OCTET_STRING_free(value);
  ASN1_OBJECT_free(object);
  return done;
}

static int repeat_signature(X509 *certificate, EVP_PKEY *key);

// A certificate for `key`; `issuer` NULL means that it signs itself.
static X509 *make_certificate(
    const profile *profile, const uint8_t seed[SIGNING_SEED_LENGTH], int part, EVP_PKEY *key,
    X509 *issuer, EVP_PKEY *issuer_key) {
  X509 *certificate = X509_new();
  if (!certificate) return NULL;
  X509V3_CTX context;
  X509V3_set_ctx(&context, issuer ? issuer : certificate, certificate, NULL, NULL, 0);
  int done =
      X509_set_version(certificate, X509_VERSION_3) && set_serial(certificate, seed, part) &&
      set_name(certificate, profile->common_name) &&
      X509_set_issuer_name(certificate, X509_get_subject_name(issuer ? issuer : certificate)) &&
      ASN1_TIME_set_string_X509(X509_getm_notBefore(certificate), "20150101000000Z") &&
      ASN1_TIME_set_string_X509(X509_getm_notAfter(certificate), "20491231235959Z") &&
      X509_set_pubkey(certificate, key) &&
      add_extension(certificate, &context, NID_basic_constraints, profile->basic_constraints) &&
      add_extension(certificate, &context, NID_key_usage, profile->key_usage) &&
      add_extension(certificate, &context, NID_subject_key_identifier, "hash") &&
      add_extension(certificate, &context, NID_authority_key_identifier, "keyid:always") &&
      (!profile->marker || add_marker(certificate, profile->marker)) &&
      X509_sign(certificate, issuer_key, EVP_sha256()) > 0 &&
      repeat_signature(certificate, issuer_key);
  if (done) return certificate;
  X509_free(certificate);
  return NULL;
}

static int keep_certificate(signing_chain *chain, int part, X509 *certificate) {
  int length = i2d_X509(certificate, &chain->part[part]);
  if (length <= 0) return 0;
  chain->length[part] = (size_t)length;
  return 1;
}

static int keep_key(signing_chain *chain, EVP_PKEY *key) {
  int length = i2d_PrivateKey(key, &chain->part[SIGNING_LEAF_KEY]);
  if (length <= 0) return 0;
  chain->length[SIGNING_LEAF_KEY] = (size_t)length;
  return 1;
}

signing_chain *signing_chain_make(const uint8_t seed[SIGNING_SEED_LENGTH]) {
  ERR_clear_error();
  signing_chain *chain = calloc(1, sizeof *chain);
  if (!chain) return NULL;
  EVP_PKEY *root_key = draw_key(seed, SIGNING_ROOT);
  EVP_PKEY *intermediate_key = draw_key(seed, SIGNING_INTERMEDIATE);
  EVP_PKEY *leaf_key = draw_key(seed, SIGNING_LEAF);
  X509 *root = NULL, *intermediate = NULL, *leaf = NULL, *xcode = NULL;
  int done =
      root_key && intermediate_key && leaf_key &&
      (root = make_certificate(&root_profile, seed, SIGNING_ROOT, root_key, NULL, root_key)) &&
      (intermediate = make_certificate(
           &intermediate_profile, seed, SIGNING_INTERMEDIATE, intermediate_key, root, root_key)) &&
      (leaf = make_certificate(
           &leaf_profile, seed, SIGNING_LEAF, leaf_key, intermediate, intermediate_key)) &&
      (xcode = make_certificate(
           &xcode_profile, seed, SIGNING_XCODE, leaf_key, NULL, leaf_key)) &&
      keep_certificate(chain, SIGNING_XCODE, xcode) &&
      keep_certificate(chain, SIGNING_ROOT, root) &&
      keep_certificate(chain, SIGNING_INTERMEDIATE, intermediate) &&
      keep_certificate(chain, SIGNING_LEAF, leaf) && keep_key(chain, leaf_key);
  X509_free(root);
  X509_free(intermediate);
  X509_free(leaf);
  X509_free(xcode);
  EVP_PKEY_free(root_key);
  EVP_PKEY_free(intermediate_key);
  EVP_PKEY_free(leaf_key);
  if (done) return chain;
  signing_chain_free(chain);
  return NULL;
}

const uint8_t *signing_chain_part(const signing_chain *chain, int part, size_t *length) {
  if (part < 0 || part >= SIGNING_PARTS) {
    *length = 0;
    return NULL;
  }
  *length = chain->length[part];
  return chain->part[part];
}

void signing_chain_free(signing_chain *chain) {
  if (!chain) return;
  for (int part = 0; part < SIGNING_PARTS; part++) {
    OPENSSL_clear_free(chain->part[part], chain->length[part]);
  }
  free(chain);
}

// Turns libcrypto's DER signature into the fixed form of a JWS.
struct signing_key {
  EVP_PKEY *key;
};

signing_key *signing_key_read(const uint8_t *der, size_t length) {
  ERR_clear_error();
  if (length > LONG_MAX) return NULL;
  signing_key *holder = calloc(1, sizeof *holder);
  if (!holder) return NULL;
  holder->key = d2i_AutoPrivateKey(NULL, &der, (long)length);
  if (holder->key && EVP_PKEY_get_base_id(holder->key) == EVP_PKEY_EC &&
      EVP_PKEY_get_bits(holder->key) == 256) {
    return holder;
  }
  signing_key_free(holder);
  return NULL;
}

void signing_key_free(signing_key *key) {
  if (!key) return;
  EVP_PKEY_free(key->key);
  free(key);
}

void signing_sha384(const uint8_t *bytes, size_t length, uint8_t digest[48]) {
  EVP_Digest(bytes, length, digest, NULL, EVP_sha384(), NULL);
}

// One round of RFC 6979, 3.2: key = HMAC(key, value || mark || secret || digest), value = HMAC(value).
static int stir(
    uint8_t *key, uint8_t *value, int mark, const uint8_t *secret, const uint8_t *digest) {
  uint8_t text[3 * HALF + 1];
  size_t length = HALF;
  memcpy(text, value, HALF);
  text[length++] = (uint8_t)mark;
  if (secret) {
    memcpy(text + length, secret, HALF);
    memcpy(text + length + HALF, digest, HALF);
    length += 2 * HALF;
  }
  int done = HMAC(EVP_sha256(), key, HALF, text, length, key, NULL) &&
             HMAC(EVP_sha256(), key, HALF, value, HALF, value, NULL);
  OPENSSL_cleanse(text, sizeof text);
  return done;
}

// The number that a signature is made with, from key and message alone (RFC 6979, 3.2).
static int draw_nonce(
    BIGNUM *nonce, const BIGNUM *order, const uint8_t *secret, const uint8_t *digest) {
  uint8_t key[HALF] = {0}, value[HALF];
  memset(value, 1, sizeof value);
  int done = stir(key, value, 0, secret, digest) && stir(key, value, 1, secret, digest);
  while (done) {
    done = HMAC(EVP_sha256(), key, HALF, value, HALF, value, NULL) &&
           BN_bin2bn(value, HALF, nonce) != NULL;
    if (!done || (!BN_is_zero(nonce) && BN_cmp(nonce, order) < 0)) break;
    done = stir(key, value, 0, NULL, NULL);
  }
  OPENSSL_cleanse(key, sizeof key);
  OPENSSL_cleanse(value, sizeof value);
  return done;
}

// r = x of nonce * G, s = (digest + r * secret) / nonce, both modulo the order.
static int sign_digest(
    BN_CTX *context, const EC_GROUP *group, const BIGNUM *secret, const uint8_t *digest,
    uint8_t *signature) {
  const BIGNUM *order = EC_GROUP_get0_order(group);
  BIGNUM *nonce = BN_secure_new(), *r = BN_CTX_get(context), *s = BN_CTX_get(context);
  EC_POINT *point = EC_POINT_new(group);
  uint8_t scalar[HALF], reduced[HALF];
  int done = s && nonce && point && BN_bn2binpad(secret, scalar, HALF) == HALF &&
             BN_bin2bn(digest, HALF, s) && BN_mod(s, s, order, context) &&
             BN_bn2binpad(s, reduced, HALF) == HALF &&
             draw_nonce(nonce, order, scalar, reduced) &&
             EC_POINT_mul(group, point, nonce, NULL, NULL, context) &&
             EC_POINT_get_affine_coordinates(group, point, r, NULL, context) &&
             BN_mod(r, r, order, context) && BN_mod_inverse(nonce, nonce, order, context) &&
             BN_bn2binpad(r, signature, HALF) == HALF;
  BIGNUM *product = BN_CTX_get(context);
  done = done && product && BN_mod_mul(product, r, secret, order, context) &&
         BN_mod_add(s, s, product, order, context) &&
         BN_mod_mul(s, s, nonce, order, context) &&
         BN_bn2binpad(s, signature + HALF, HALF) == HALF && !BN_is_zero(r) && !BN_is_zero(s);
  OPENSSL_cleanse(scalar, sizeof scalar);
  BN_clear_free(nonce);
  EC_POINT_free(point);
  return done;
}

int signing_es256(
    const signing_key *key, const uint8_t *message, size_t message_length,
    uint8_t signature[SIGNING_SIGNATURE_LENGTH]) {
  ERR_clear_error();
  uint8_t digest[HALF];
  BIGNUM *secret = NULL;
  BN_CTX *context = BN_CTX_secure_new();
  EC_GROUP *group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
  if (context) BN_CTX_start(context);
  int done = context && group &&
             EVP_Digest(message, message_length, digest, NULL, EVP_sha256(), NULL) == 1 &&
             EVP_PKEY_get_bn_param(key->key, OSSL_PKEY_PARAM_PRIV_KEY, &secret) == 1 &&
             sign_digest(context, group, secret, digest, signature);
  if (context) BN_CTX_end(context);
  BN_clear_free(secret);
  EC_GROUP_free(group);
  BN_CTX_free(context);
  return done;
}

// Puts a signature that follows from key and content alone in the place of a drawn one.
static int repeat_signature(X509 *certificate, EVP_PKEY *key) {
  uint8_t halves[SIGNING_SIGNATURE_LENGTH];
  uint8_t *content = NULL, *der = NULL;
  const ASN1_BIT_STRING *old = NULL;
  signing_key holder = {key};
  ECDSA_SIG *signature = ECDSA_SIG_new();
  int length = i2d_re_X509_tbs(certificate, &content);
  int done = signature && length > 0 && signing_es256(&holder, content, (size_t)length, halves);
  BIGNUM *r = done ? BN_bin2bn(halves, HALF, NULL) : NULL;
  BIGNUM *s = done ? BN_bin2bn(halves + HALF, HALF, NULL) : NULL;
  if (r && s && ECDSA_SIG_set0(signature, r, s)) {
    length = i2d_ECDSA_SIG(signature, &der);
    X509_get0_signature(&old, NULL, certificate);
    done = length > 0 && ASN1_STRING_set((ASN1_STRING *)old, der, length);
  } else {
    BN_free(r);
    BN_free(s);
    done = 0;
  }
  OPENSSL_free(content);
  OPENSSL_free(der);
  ECDSA_SIG_free(signature);
  return done;
}

const char *signing_failure(void) {
  const char *reason = ERR_reason_error_string(ERR_peek_last_error());
  ERR_clear_error();
  return reason ? reason : "unknown reason";
}
