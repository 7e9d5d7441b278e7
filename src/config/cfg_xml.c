/* libxml2's SAX2 parser in memory, wrapped as plain events. See cfg_xml.h.
 *
 * Lines: libxml2 calls at the end of a tag, while the parser's buffer still contains the tag. The
 * code counts back from there to find the lines of the tag's '<' and of each value. */
#include "config/cfg_xml.h"

#include <string.h>

#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>

#include "base/cc_utf.h"

enum { MAX_MESSAGE = 200, PER_ATTRIBUTE = 5, MAX_DOCUMENT = 16 << 20 };

/* Prefix of libxml2's messages, which are terse. */
static const char no_xml[] = "not valid XML: ";

typedef struct reading {
    const cfg_xml_events *events;
    void *ctx;
    cc_arena *arena;
    xmlParserCtxtPtr parser;
    bool is_over;   /* an error was reported */
    bool no_memory; /* of libxml2 */
} reading;

/* --- the parser's position -------------------------------------------------------------------- */

static unsigned current_line(const reading *r) {
    return r->parser->input == NULL || r->parser->input->line < 1
               ? 1
               : (unsigned)r->parser->input->line;
}

/* Returns the line of `at`, when it is in the parser's buffer before the current position. */
static unsigned line_of(const reading *r, const xmlChar *at, unsigned otherwise) {
    const xmlParserInput *input = r->parser->input;
    if (input == NULL || (uintptr_t)at < (uintptr_t)input->base ||
        (uintptr_t)at > (uintptr_t)input->cur) {
        return otherwise;
    }
    unsigned line = current_line(r);
    for (const xmlChar *p = at; p < input->cur && line > 1; p++) {
        line -= *p == '\n';
    }
    return line;
}

/* Returns the line of the tag that ends here: values cannot contain a '<'. */
static unsigned tag_line(const reading *r) {
    const xmlParserInput *input = r->parser->input;
    if (input == NULL) {
        return 1;
    }
    const xmlChar *at = input->cur;
    while (at > input->base && *at != '<') {
        at--;
    }
    return line_of(r, at, current_line(r));
}

/* --- errors ----------------------------------------------------------------------------------- */

static void stop(reading *r) {
    r->is_over = true;
    xmlStopParser(r->parser);
}

/* Reports `prefix` and the first line of `message`, cleaned. */
static void report(reading *r, unsigned line, const char *prefix, const char *message) {
    if (r->is_over) {
        return;
    }
    cc_str first = {message, strcspn(message, "\n")};
    while (first.len > 0 && first.s[first.len - 1] == ' ') {
        first.len--;
    }
    first.len = first.len < MAX_MESSAGE ? first.len : MAX_MESSAGE;
    cc_buf clean = {0};
    cc_buf_puts(&clean, prefix);
    cc_utf8_clean(first, &clean);
    cc_buf_u8(&clean, 0);
    r->events->error(r->ctx, line, (const char *)clean.data);
    cc_buf_free(&clean);
    r->is_over = true;
}

#if LIBXML_VERSION >= 21200
typedef const xmlError *error_pointer;
#else
typedef xmlErrorPtr error_pointer;
#endif

/* The function ignores wrong prefixes: names with a prefix have no meaning for any user of the
 * events. */
static void on_error(void *data, error_pointer error) {
    reading *r = data;
    if (error->level < XML_ERR_ERROR || error->domain == XML_FROM_NAMESPACE) {
        return;
    }
    if (error->code == XML_ERR_NO_MEMORY) {
        r->no_memory = true;
        r->is_over = true;
        return;
    }
    bool has_line = error->domain == XML_FROM_PARSER && error->line > 0;
    report(r, has_line ? (unsigned)error->line : current_line(r), no_xml,
           error->message == NULL ? "not well-formed" : error->message);
}

/* --- events ----------------------------------------------------------------------------------- */

static const char *copy(const reading *r, const xmlChar *text) {
    return cc_arena_strdup(r->arena, cc_strz((const char *)text));
}

static const char *copy_name(const reading *r, const xmlChar *prefix, const xmlChar *name) {
    if (prefix == NULL) {
        return copy(r, name);
    }
    return cc_arena_printf(r->arena, "%s:%s", (const char *)prefix, (const char *)name);
}

static const char *copy_or_null(const reading *r, const xmlChar *text) {
    return text == NULL ? NULL : copy(r, text);
}

/* Without expansion of entities libxml2 leaves '&' in values as "&#38;", however it was written. */
static const char *copy_value(const reading *r, const xmlChar *start, const xmlChar *end) {
    static const char ampersand[] = "&#38;";
    enum { LENGTH = sizeof ampersand - 1 };
    char *text = cc_arena_strdup(r->arena, (cc_str){(const char *)start, (size_t)(end - start)});
    char *out = text;
    for (const char *in = text; *in != '\0'; out++) {
        *out = *in;
        in += strncmp(in, ampersand, LENGTH) == 0 ? LENGTH : 1;
    }
    *out = '\0';
    return text;
}

static void on_start(void *data, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri,
                     int namespace_count, const xmlChar **namespaces, int attribute_count,
                     int defaulted, const xmlChar **attributes) {
    (void)namespace_count;
    (void)namespaces;
    (void)defaulted;
    reading *r = data;
    if (r->is_over || r->no_memory) {
        return;
    }
    size_t count = attribute_count < 0 ? 0 : (size_t)attribute_count;
    cfg_xml_attribute *copies = CC_NEW_ARRAY(r->arena, cfg_xml_attribute, count);
    cfg_xml_element element = {.name = copy_name(r, prefix, name),
                               .name_space = copy_or_null(r, uri),
                               .line = tag_line(r),
                               .attributes = copies,
                               .attribute_count = count};
    for (size_t i = 0; i < count; i++) {
        const xmlChar **a = attributes + i * PER_ATTRIBUTE;
        copies[i] = (cfg_xml_attribute){.name = copy_name(r, a[1], a[0]),
                                        .name_space = copy_or_null(r, a[2]),
                                        .value = copy_value(r, a[3], a[4]),
                                        .line = line_of(r, a[3], element.line)};
    }
    if (!r->events->start(r->ctx, &element)) {
        stop(r);
    }
}

static void on_end(void *data, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri) {
    (void)name;
    (void)prefix;
    (void)uri;
    reading *r = data;
    if (!r->is_over && !r->no_memory) {
        r->events->end(r->ctx);
    }
}

static void on_text(void *data, const xmlChar *text, int len) {
    reading *r = data;
    if (r->is_over || r->no_memory || len <= 0) {
        return;
    }
    size_t first = strspn((const char *)text, " \t\r\n");
    unsigned line = current_line(r);
    for (size_t i = first; i < (size_t)len && line > 1; i++) {
        line -= text[i] == '\n';
    }
    r->events->text(r->ctx, (cc_str){(const char *)text, (size_t)len}, line);
}

static void on_doctype(void *data, const xmlChar *name, const xmlChar *external,
                       const xmlChar *system) {
    (void)name;
    (void)external;
    (void)system;
    reading *r = data;
    report(r, current_line(r), "", "a document type (<!DOCTYPE>) is not allowed");
    stop(r);
}

/* --- the call --------------------------------------------------------------------------------- */

static void set_handlers(xmlSAXHandler *sax) {
    memset(sax, 0, sizeof *sax);
    sax->initialized = XML_SAX2_MAGIC;
    sax->startElementNs = on_start;
    sax->endElementNs = on_end;
    sax->characters = on_text;
    sax->ignorableWhitespace = on_text;
    sax->cdataBlock = on_text;
    sax->internalSubset = on_doctype;
    sax->serror = on_error;
}

static void parse_all(reading *r, cc_span bytes) {
    set_handlers(r->parser->sax);
    r->parser->userData = r;
    xmlFreeDoc(xmlCtxtReadMemory(r->parser, (const char *)bytes.data, (int)bytes.len, NULL, NULL,
                                 XML_PARSE_NONET));
    if (!r->parser->wellFormed && !r->is_over && !r->no_memory) {
        report(r, current_line(r), no_xml, "not well-formed");
    }
}

cc_err cfg_xml_read(cc_span bytes, const cfg_xml_events *events, void *ctx, cc_arena *arena) {
    if (bytes.len > MAX_DOCUMENT) {
        return cc_fail(CC_E_LIMIT, "the file has more than %d MiB", MAX_DOCUMENT >> 20);
    }
    reading r = {.events = events, .ctx = ctx, .arena = arena};
    /* Some errors of memory and conversions have no parser; libxml2 would print them. */
    xmlStructuredErrorFunc old = xmlStructuredError;
    void *old_context = xmlStructuredErrorContext;
    xmlSetStructuredErrorFunc(&r, on_error);
    r.parser = xmlNewParserCtxt();
    if (r.parser == NULL) {
        r.no_memory = true;
    } else {
        parse_all(&r, bytes);
    }
    xmlSetStructuredErrorFunc(old_context, old);
    xmlFreeParserCtxt(r.parser);
    return r.no_memory ? cc_fail(CC_E_NOMEM, "out of memory") : CC_OK;
}

const cfg_xml_attribute *cfg_xml_find(const cfg_xml_element *element, const char *name) {
    for (size_t i = 0; i < element->attribute_count; i++) {
        if (strcmp(element->attributes[i].name, name) == 0) {
            return &element->attributes[i];
        }
    }
    return NULL;
}
