#pragma once

#include <stddef.h>
#include <stdint.h>

/// A P-256 certificate chain of three and the key of its leaf, made by this process; beside it a
/// certificate that the leaf's key signed for itself, as StoreKit Testing in Xcode has one.
typedef struct signing_chain signing_chain;

enum {
  SIGNING_LEAF_KEY = 0,
  SIGNING_LEAF = 1,
  SIGNING_INTERMEDIATE = 2,
  SIGNING_ROOT = 3,
  SIGNING_XCODE = 4,
  SIGNING_PARTS = 5,
  SIGNING_SIGNATURE_LENGTH = 64,
  SIGNING_SEED_LENGTH = 32,
};

/// Makes new keys and certificates that carry Apple's marker extensions and names that say that
/// they prove no payment; the same seed gives the same bytes. The keys of root and intermediate are
/// forgotten. NULL on failure.
signing_chain *signing_chain_make(const uint8_t seed[SIGNING_SEED_LENGTH]);

/// The DER bytes of a part (`SIGNING_…`); they live as long as the chain.
const uint8_t *signing_chain_part(const signing_chain *chain, int part, size_t *length);

/// Frees the chain; the key's memory is wiped.
void signing_chain_free(signing_chain *chain);

/// A private key that is ready to sign; reading one costs many times what a signature does.
typedef struct signing_key signing_key;

/// Reads the DER of `SIGNING_LEAF_KEY`. NULL on failure.
signing_key *signing_key_read(const uint8_t *der, size_t length);

void signing_key_free(signing_key *key);

/// Signs with ECDSA on P-256 and SHA-256; writes r and s, 32 big-endian bytes each.
///
/// The same key and message give the same signature (RFC 6979), so that what was signed once need
/// not be kept. It takes no care to hide the key from who measures time: it proves no payment.
///
/// Returns 1, or 0 on failure.
int signing_es256(
    const signing_key *key, const uint8_t *message, size_t length,
    uint8_t signature[SIGNING_SIGNATURE_LENGTH]);

void signing_sha384(const uint8_t *bytes, size_t length, uint8_t digest[48]);

/// The reason of the last failure on this thread, never NULL; libcrypto's errors are cleared.
const char *signing_failure(void);
