/* Which members of collections and caches keep what they are given: where the collection outlives a
 * test, later tests take it from there. */
#include "coverage/members/mbr_internal.h"

static const char *const spaces[] = {
    "System.Collections.",
    "System.Runtime.CompilerServices.ConditionalWeakTable`",
    "System.Runtime.Caching.",
    "Microsoft.Extensions.Caching.",
    NULL,
};

static const char *const fillers[] = {
    "::set_Item",
    "::Add",
    "::TryAdd",
    "::AddOrUpdate",
    "::AddOrGetExisting",
    "::GetOrAdd",
    "::Push",
    "::Set ",
    "::Enqueue",
    "::Insert",
    "::GetOrCreate",
    "::TryPush",
    "::Set<",
    "::TryUpdate",
    "::GetValue ",
    NULL,
};

static const char *const delegates[] = {
    "System.Func`",       "System.Action",     "System.Predicate`",
    "System.Comparison`", "System.Converter`", NULL,
};

/* From "::" on; "" for what is not a member. */
static cc_str name_of(cc_str member) {
    while (member.len > 0 && !cc_str_starts(member, "::")) {
        member.s++;
        member.len--;
    }
    return member;
}

bool mbr_keeps(cc_str member) {
    return cc_str_starts_with_one_of(member, spaces) &&
           cc_str_starts_with_one_of(name_of(member), fillers);
}

bool mbr_names_delegate(cc_str type) {
    return cc_str_starts_with_one_of(type, delegates);
}
