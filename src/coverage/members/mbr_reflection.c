/* Which members of the framework look for types and members of other code: what they find is known
 * only when they run. */
#include "coverage/members/mbr_internal.h"

/* Beginnings of members that look. */
static const char *const lookups[] = {
    "System.Type::GetC",
    "System.Type::GetD",
    "System.Type::GetEv",
    "System.Type::GetF",
    "System.Type::GetI",
    "System.Type::GetM",
    "System.Type::GetN",
    "System.Type::GetP",
    "System.Type::FindInterfaces",
    "System.Type::FindMembers",
    "System.Type::InvokeMember",
    "System.Type::get_Assembly",
    "System.Type::get_Module",
    "System.Type::IsAssignable",
    "System.Reflection.Assembly::Get",
    "System.Reflection.Assembly::get_DefinedTypes",
    "System.Reflection.Assembly::get_ExportedTypes",
    "System.Reflection.Assembly::Load",
    "System.Reflection.Assembly::CreateInstance",
    "System.Reflection.Module::GetT",
    "System.Reflection.TypeInfo::get_Declared",
    "System.Reflection.TypeInfo::GetDeclared",
    "System.Reflection.IntrospectionExtensions::",
    "System.Reflection.RuntimeReflectionExtensions::",
    "System.Reflection.CustomAttributeExtensions::",
    "System.Attribute::GetCustomAttribute",
    "System.Reflection.MemberInfo::GetCustomAttributes",
    "System.Activator::CreateInstance ",
    "System.Reflection.Assembly::get_CustomAttributes",
    "System.Reflection.CustomAttributeData::GetCustomAttributes",
    "System.AppDomain::GetAssemblies",
    "System.Runtime.Loader.AssemblyLoadContext::get_Assemblies",
    "System.Runtime.Loader.AssemblyLoadContext::LoadFrom",
    "System.Diagnostics.FileVersionInfo::GetVersionInfo ",
    "System.ComponentModel.TypeDescriptor::Get",
    NULL,
};

/* `object.GetType()`, and questions about a type that is there. */
static const char *const others[] = {
    "System.Type::GetElementType ",
    "System.Type::GetGenericArguments ",
    "System.Type::GetGenericTypeDefinition ",
    "System.Type::GetCultureInfo",
    NULL,
};

/* `Type.GetType(string)` looks, `object.GetType()` is a member of another type. */
bool mbr_looks_up(cc_str member) {
    if (!cc_str_starts(member, "System.")) {
        return false;
    }
    return (cc_str_starts_with_one_of(member, lookups) ||
            cc_str_starts(member, "System.Type::GetType ")) &&
           !cc_str_starts_with_one_of(member, others);
}
