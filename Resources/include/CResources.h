#pragma once
#include <stddef.h>

/* One file that is carried inside the binary. */
struct storefront_resource {
  const char *name; /* folder/file, such as "strings/en.json" */
  const unsigned char *bytes;
  size_t count;
};

size_t storefront_resource_count(void);
struct storefront_resource storefront_resource_at(size_t index);
