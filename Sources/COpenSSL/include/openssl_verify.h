#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * What is needed to judge a signed proof. Every function takes bytes, frees what it made, leaves
 * OpenSSL's error queue empty and never looks at the system's certificates.
 */

/* One certificate, read; closed by its reader. */
struct storefront_certificate;

/* What a certificate says about itself. */
struct storefront_certificate_facts {
  char subject[256]; /* its holder's common name, else organisation; UTF-8, cut to fit */
  char issuer[256];  /* the same of the one who signed it */
  int64_t not_before, not_after; /* the first and last second of its life, since 1970 */
  bool is_p256;                  /* whether its key is on the curve that ES256 needs */
  uint8_t point[65]; /* the key as an uncompressed point, when it is on that curve */
};

/* The OpenSSL that is linked, such as "OpenSSL 3.0.17 1 Jul 2025". */
const char *storefront_openssl_version(void);

/* Reads exactly one DER certificate; NULL when the bytes are none, or hold anything more. */
struct storefront_certificate *storefront_certificate_open(const uint8_t *bytes, size_t count);

void storefront_certificate_close(struct storefront_certificate *certificate);

/* False when its dates cannot be read. */
bool storefront_certificate_describe(
    const struct storefront_certificate *certificate, struct storefront_certificate_facts *facts);

/* Whether it carries the extension with this dotted object identifier. */
bool storefront_certificate_has_extension(
    const struct storefront_certificate *certificate, const char *identifier);

/*
 * Checks the path leaf, intermediate, root: exactly these three, the root being trusted, each
 * signed by the next, authorities marked as such, no critical extension unknown. `strict` adds
 * RFC 5280's rules about key identifiers and the like (X509_V_FLAG_X509_STRICT).
 *
 * NULL when the path is good, else the reason in English. Dates are not looked at: the life of a
 * path is the common part of its certificates' lives, and the caller compares that with its time.
 */
const char *storefront_path_problem(
    const struct storefront_certificate *leaf, const struct storefront_certificate *intermediate,
    const struct storefront_certificate *root, bool strict);

/*
 * Checks an ES256 signature: 64 bytes r||s with 1 <= r, s < n, over the SHA-256 of the message, by
 * the P-256 key at the uncompressed point (65 bytes).
 */
bool storefront_es256_verify(
    const uint8_t point[65], const uint8_t *message, size_t count, const uint8_t signature[64]);

void storefront_sha256(const uint8_t *bytes, size_t count, uint8_t digest[32]);
