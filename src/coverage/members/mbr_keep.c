/* Which members of collections and caches keep what they are given: where the collection outlives a
 * test, later tests take it from there. */
#include "coverage/members/mbr_internal.h"

static const char *const spaces[] = {
    "System.Collections.",
    "System.Runtime.CompilerServices.ConditionalWeakTable`",
    "System.Runtime.Caching.",
    "Microsoft.Extensions.Caching.",
};

static const char *const fillers[] = {
    "::set_Item",    "::Add",     "::TryAdd", "::AddOrUpdate", "::AddOrGetExisting",
    "::GetOrAdd",    "::Push",    "::Set ",   "::Enqueue",     "::Insert",
    "::GetOrCreate", "::TryPush", "::Set<",   "::TryUpdate",   "::GetValue ",
};

static const char *const delegates[] = {
    "System.Func`", "System.Action", "System.Predicate`", "System.Comparison`", "System.Converter`",
};

static bool begins_with_any(cc_str text, const char *const *list, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (cc_str_starts(text, list[i])) {
            return true;
        }
    }
    return false;
}

/* From "::" on; "" for what is not a member. */
static cc_str name_of(cc_str member) {
    while (member.len > 0 && !cc_str_starts(member, "::")) {
        member.s++;
        member.len--;
    }
    return member;
}

bool mbr_keeps(cc_str member) {
    return begins_with_any(member, spaces, sizeof spaces / sizeof *spaces) &&
           begins_with_any(name_of(member), fillers, sizeof fillers / sizeof *fillers);
}

bool mbr_names_delegate(cc_str type) {
    return begins_with_any(type, delegates, sizeof delegates / sizeof *delegates);
}
