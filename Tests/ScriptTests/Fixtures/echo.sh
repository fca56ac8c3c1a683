#!/bin/sh
# A program on a script that answers each instruction with what it was told, but for a few keys.
printf 'screen "first\\n%s"\n' "$*"
while read -r line; do
  case "$line" in
    "key q 1") exit 0 ;;
    "key e 1") echo "it went wrong" >&2; exit 3 ;;
    "key k 1") kill -9 $$ ;;
    "key h 1") exec sleep 60 ;;
    "key m 1") printf 'screen "HOME %s, LANG %s, %s, %s"\n' \
        "${HOME+kept}" "$LANG" "${NO_COLOR-no NO_COLOR}" "${STOREFRONT_X-no STOREFRONT_X}" ;;
    "key n 1") echo nonsense ;;
    "key r 1") echo 'refused "no instruction: key r 1"' ;;
    'order ["buy","coins100","2"]') echo 'screen "bought"' ;;
    type*) printf 'screen %s\n' "${line#type }" ;;
    *) printf 'screen "%s"\n' "$line" ;;
  esac
done
exit 129
