#pragma once

/* libcrypto as the rooms see it: plain functions over byte buffers, no OpenSSL types. */
#include "openssl_sign.h"
#include "openssl_verify.h"
