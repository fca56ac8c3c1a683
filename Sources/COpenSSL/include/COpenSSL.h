#pragma once
#include "openssl_sign.h"
