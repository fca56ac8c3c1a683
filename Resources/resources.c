#include "CResources.h"

static const unsigned char catalogues_catalogue[] = {
#embed "catalogues/catalogue.json"
};
static const unsigned char catalogues_demo[] = {
#embed "catalogues/demo.storekit"
};
static const unsigned char catalogues_product_ids[] = {
#embed "catalogues/productIDs.plist"
};
static const unsigned char certificates_apple_inc_root[] = {
#embed "certificates/AppleIncRootCertificate.cer"
};
static const unsigned char certificates_apple_root_g2[] = {
#embed "certificates/AppleRootCA-G2.cer"
};
static const unsigned char certificates_apple_root_g3[] = {
#embed "certificates/AppleRootCA-G3.cer"
};
static const unsigned char disclosures_en[] = {
#embed "disclosures/en.json"
};
static const unsigned char disclosures_zh_hans[] = {
#embed "disclosures/zh-Hans.json"
};
static const unsigned char storefronts_storefronts[] = {
#embed "storefronts/storefronts.tsv"
};
static const unsigned char strings_en[] = {
#embed "strings/en.json"
};
static const unsigned char strings_zh_hans[] = {
#embed "strings/zh-Hans.json"
};
static const unsigned char strings_zh_hans_sentences[] = {
#embed "strings/zh-Hans.sentences.json"
};

#define RESOURCE(name, symbol) {name, symbol, sizeof symbol}

static const struct storefront_resource resources[] = {
    RESOURCE("catalogues/catalogue.json", catalogues_catalogue),
    RESOURCE("catalogues/demo.storekit", catalogues_demo),
    RESOURCE("catalogues/productIDs.plist", catalogues_product_ids),
    RESOURCE("certificates/AppleIncRootCertificate.cer", certificates_apple_inc_root),
    RESOURCE("certificates/AppleRootCA-G2.cer", certificates_apple_root_g2),
    RESOURCE("certificates/AppleRootCA-G3.cer", certificates_apple_root_g3),
    RESOURCE("disclosures/en.json", disclosures_en),
    RESOURCE("disclosures/zh-Hans.json", disclosures_zh_hans),
    RESOURCE("storefronts/storefronts.tsv", storefronts_storefronts),
    RESOURCE("strings/en.json", strings_en),
    RESOURCE("strings/zh-Hans.json", strings_zh_hans),
    RESOURCE("strings/zh-Hans.sentences.json", strings_zh_hans_sentences),
};

size_t storefront_resource_count(void) { return sizeof resources / sizeof resources[0]; }

struct storefront_resource storefront_resource_at(size_t index) { return resources[index]; }
