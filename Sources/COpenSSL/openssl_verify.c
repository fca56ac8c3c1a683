#include "openssl_verify.h"

#include <limits.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <openssl/sha.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <string.h>
#include <time.h>

struct storefront_certificate {
  X509 *x509;
};

const char *storefront_openssl_version(void) { return OpenSSL_version(OPENSSL_VERSION); }

struct storefront_certificate *storefront_certificate_open(const uint8_t *bytes, size_t count) {
  struct storefront_certificate *certificate = NULL;
  uint8_t *canonical = NULL;
  const unsigned char *end = bytes;
  X509 *x509 = count > 0 && count <= LONG_MAX ? d2i_X509(NULL, &end, (long)count) : NULL;
  if (x509 && end == bytes + count) {
    /* d2i_X509 also reads BER; only bytes that are written again as they came are DER. */
    int length = i2d_X509(x509, &canonical);
    if (length >= 0 && (size_t)length == count && memcmp(canonical, bytes, count) == 0) {
      certificate = OPENSSL_malloc(sizeof *certificate);
    }
  }
  if (certificate) {
    certificate->x509 = x509;
  } else {
    X509_free(x509);
  }
  OPENSSL_free(canonical);
  ERR_clear_error();
  return certificate;
}

void storefront_certificate_close(struct storefront_certificate *certificate) {
  if (!certificate) return;
  X509_free(certificate->x509);
  OPENSSL_free(certificate);
}

/* The common name, else the organisation, cut between two characters. */
static void copy_name(const X509_NAME *name, char *text, size_t capacity) {
  text[0] = 0;
  int index = X509_NAME_get_index_by_NID(name, NID_commonName, -1);
  if (index < 0) index = X509_NAME_get_index_by_NID(name, NID_organizationName, -1);
  if (index < 0) return;
  unsigned char *utf8 = NULL;
  int length =
      ASN1_STRING_to_UTF8(&utf8, X509_NAME_ENTRY_get_data(X509_NAME_get_entry(name, index)));
  if (length > 0) {
    size_t kept = (size_t)length < capacity ? (size_t)length : capacity - 1;
    while (kept > 0 && kept < (size_t)length && (utf8[kept] & 0xC0) == 0x80) kept--;
    memcpy(text, utf8, kept);
    text[kept] = 0;
  }
  OPENSSL_free(utf8);
}

static bool read_time(const ASN1_TIME *time, int64_t *seconds) {
  struct tm parts = {0};
  if (!time || !ASN1_TIME_to_tm(time, &parts)) return false;
  *seconds = timegm(&parts);
  return true;
}

static bool copy_p256_point(const X509 *x509, uint8_t point[65]) {
  EVP_PKEY *key = X509_get0_pubkey(x509);
  char curve[32] = "";
  size_t length = 0;
  const ASN1_BIT_STRING *bits = X509_get0_pubkey_bitstr(x509);
  if (!key || !bits || !EVP_PKEY_is_a(key, "EC")) return false;
  if (!EVP_PKEY_get_group_name(key, curve, sizeof curve, &length)) return false;
  if (strcmp(curve, SN_X9_62_prime256v1) != 0) return false;
  if (ASN1_STRING_length(bits) != 65) return false;
  memcpy(point, ASN1_STRING_get0_data(bits), 65);
  return point[0] == POINT_CONVERSION_UNCOMPRESSED;
}

bool storefront_certificate_describe(
    const struct storefront_certificate *certificate, struct storefront_certificate_facts *facts) {
  const X509 *x509 = certificate->x509;
  memset(facts, 0, sizeof *facts);
  copy_name(X509_get_subject_name(x509), facts->subject, sizeof facts->subject);
  copy_name(X509_get_issuer_name(x509), facts->issuer, sizeof facts->issuer);
  facts->is_p256 = copy_p256_point(x509, facts->point);
  bool dated = read_time(X509_get0_notBefore(x509), &facts->not_before) &&
               read_time(X509_get0_notAfter(x509), &facts->not_after);
  ERR_clear_error();
  return dated;
}

bool storefront_certificate_has_extension(
    const struct storefront_certificate *certificate, const char *identifier) {
  ASN1_OBJECT *object = OBJ_txt2obj(identifier, 1);
  bool found = object && X509_get_ext_by_OBJ(certificate->x509, object, -1) >= 0;
  ASN1_OBJECT_free(object);
  ERR_clear_error();
  return found;
}

/* The path that was built must be the three certificates in their order, no shorter. */
static const char *shape_problem(
    X509_STORE_CTX *context, const X509 *intermediate, const X509 *root) {
  STACK_OF(X509) *path = X509_STORE_CTX_get0_chain(context);
  if (sk_X509_num(path) != 3) return "the path is not three certificates long";
  if (X509_cmp(sk_X509_value(path, 1), intermediate) != 0 ||
      X509_cmp(sk_X509_value(path, 2), root) != 0) {
    return "the path is built of other certificates";
  }
  return NULL;
}

const char *storefront_path_problem(
    const struct storefront_certificate *leaf, const struct storefront_certificate *intermediate,
    const struct storefront_certificate *root, bool strict) {
  const char *problem = "the certificate path could not be checked for lack of memory";
  X509_STORE *store = X509_STORE_new();
  X509_STORE_CTX *context = X509_STORE_CTX_new();
  STACK_OF(X509) *others = sk_X509_new_null();
  if (store && context && others && X509_STORE_add_cert(store, root->x509) &&
      sk_X509_push(others, intermediate->x509) &&
      X509_STORE_CTX_init(context, store, leaf->x509, others)) {
    X509_VERIFY_PARAM *rules = X509_STORE_CTX_get0_param(context);
    unsigned long flags = X509_V_FLAG_NO_CHECK_TIME | (strict ? X509_V_FLAG_X509_STRICT : 0);
    X509_VERIFY_PARAM_set_flags(rules, flags);
    X509_VERIFY_PARAM_clear_flags(rules, X509_V_FLAG_PARTIAL_CHAIN);
    X509_VERIFY_PARAM_set_purpose(rules, X509_PURPOSE_ANY);
    X509_VERIFY_PARAM_set_depth(rules, 1);
    if (X509_verify_cert(context) == 1) {
      problem = shape_problem(context, intermediate->x509, root->x509);
    } else {
      problem = X509_verify_cert_error_string(X509_STORE_CTX_get_error(context));
    }
  }
  sk_X509_free(others);
  X509_STORE_CTX_free(context);
  X509_STORE_free(store);
  ERR_clear_error();
  return problem;
}

/* The public key at an uncompressed point of P-256; NULL when no such point is on the curve. */
static EVP_PKEY *p256_key(const uint8_t point[65]) {
  EVP_PKEY *key = NULL;
  EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
  OSSL_PARAM parameters[] = {
      OSSL_PARAM_construct_utf8_string(
          OSSL_PKEY_PARAM_GROUP_NAME, (char *)SN_X9_62_prime256v1, 0),
      OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, (void *)point, 65),
      OSSL_PARAM_construct_end(),
  };
  if (!context || EVP_PKEY_fromdata_init(context) != 1 ||
      EVP_PKEY_fromdata(context, &key, EVP_PKEY_PUBLIC_KEY, parameters) != 1) {
    key = NULL;
  }
  EVP_PKEY_CTX_free(context);
  return key;
}

/* n, the order of P-256 (FIPS 186-4, D.1.2.3). */
static const uint8_t p256_order[32] = {
    0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
    0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51};

static bool is_scalar(const uint8_t number[32]) {
  static const uint8_t zero[32] = {0};
  return memcmp(number, zero, 32) != 0 && memcmp(number, p256_order, 32) < 0;
}

/* The signature as the DER that EVP wants; its length, or -1. */
static int der_signature(const uint8_t signature[64], uint8_t **der) {
  int length = -1;
  ECDSA_SIG *pair = ECDSA_SIG_new();
  BIGNUM *r = BN_bin2bn(signature, 32, NULL), *s = BN_bin2bn(signature + 32, 32, NULL);
  if (pair && r && s && ECDSA_SIG_set0(pair, r, s)) {
    r = s = NULL;
    length = i2d_ECDSA_SIG(pair, der);
  }
  BN_free(r);
  BN_free(s);
  ECDSA_SIG_free(pair);
  return length;
}

bool storefront_es256_verify(
    const uint8_t point[65], const uint8_t *message, size_t count, const uint8_t signature[64]) {
  if (!is_scalar(signature) || !is_scalar(signature + 32)) return false;
  bool good = false;
  uint8_t *der = NULL;
  int length = der_signature(signature, &der);
  EVP_PKEY *key = p256_key(point);
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  if (length > 0 && key && context &&
      EVP_DigestVerifyInit(context, NULL, EVP_sha256(), NULL, key) == 1) {
    good = EVP_DigestVerify(context, der, (size_t)length, message, count) == 1;
  }
  EVP_MD_CTX_free(context);
  EVP_PKEY_free(key);
  OPENSSL_free(der);
  ERR_clear_error();
  return good;
}

void storefront_sha256(const uint8_t *bytes, size_t count, uint8_t digest[32]) {
  SHA256(bytes, count, digest);
}
