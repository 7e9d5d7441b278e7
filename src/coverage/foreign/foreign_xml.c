/* Reports in XML by libxml2's SAX interface: no tree, no network, no external entities. See
 * foreign_internal.h. */
#include <libxml/parser.h>
#include <string.h>

#include "base/cc_buf.h"
#include "coverage/foreign/foreign_internal.h"

enum { MOST_DEPTH = 64, MOST_TEXT = 1 << 16, CHUNK = 1 << 16 };
/* libxml2 compares each attribute with all others of its element. So the code limits the number of
 * attributes, and the bytes of one tag, comment or document type. */
enum { MOST_ATTRIBUTES = 256, MOST_TAG = 1 << 18 };

typedef struct parsing {
    foreign_reading *r;
    const foreign_handler *handler;
    void *ctx;
    xmlParserCtxtPtr parser;
    cc_buf text; /* of the current element */
    unsigned depth;
    /* bytes that libxml2 has received, and the number of them before its last event */
    size_t given, known;
    cc_err err;
    const char *why;
    const char **tool;
} parsing;

cc_str foreign_attribute(const foreign_element *e, const char *name) {
    for (size_t i = 0; e->attributes[i] != NULL; i += 2) {
        if (strcmp(e->attributes[i], name) == 0) {
            return cc_strz(e->attributes[i + 1]);
        }
    }
    return CC_STR("");
}

/* Keeps the message: libxml2 continues for a moment. */
static void stop(parsing *p, cc_err err) {
    if (p->err == CC_OK && err != CC_OK) {
        p->err = err;
        p->why = cc_arena_printf(p->r->arena, "line %d: %s", xmlSAX2GetLineNumber(p->parser),
                                 cc_error_message());
        xmlStopParser(p->parser);
    }
}

/* Without a tree libxml2 passes an ampersand in a value on as a reference, whatever it was in the
 * file. */
static const char *with_ampersands(cc_arena *arena, const char *text) {
    static const char reference[] = "&#38;";
    cc_buf out = {0};
    for (const char *at = strstr(text, reference); at != NULL; at = strstr(text, reference)) {
        cc_buf_bytes(&out, text, (size_t)(at - text));
        cc_buf_putc(&out, '&');
        text = at + strlen(reference);
    }
    if (out.len == 0 && !out.failed) {
        return text;
    }
    cc_buf_puts(&out, text);
    const char *copy = cc_buf_ok(&out) ? cc_arena_strdup(arena, cc_buf_str(&out)) : NULL;
    cc_buf_free(&out);
    return copy;
}

static bool has_too_many(const char *const *attributes) {
    size_t count = 0;
    while (attributes[count] != NULL) {
        count++;
    }
    return count / 2 > MOST_ATTRIBUTES;
}

/* Makes the attributes of the current element, with decoded values. NULL: out of memory. */
static const char *const *meant(cc_arena *arena, const char *const *attributes) {
    size_t count = 0;
    bool has_reference = false;
    for (; attributes[count] != NULL; count++) {
        has_reference = has_reference || strchr(attributes[count], '&') != NULL;
    }
    if (!has_reference) {
        return attributes;
    }
    const char **out = CC_NEW_ARRAY(arena, const char *, count + 1);
    for (size_t i = 0; out != NULL && i < count; i++) {
        out[i] = with_ampersands(arena, attributes[i]);
        out = out[i] == NULL ? NULL : out;
    }
    return out;
}

/* The root element decides. */
static cc_err choose(parsing *p, const char *name) {
    bool is_cobertura = strcmp(name, "coverage") == 0;
    if (!is_cobertura && strcmp(name, "CoverageSession") != 0) {
        return cc_fail(CC_E_FORMAT, "<%.40s> is not the root of a report of Cobertura or OpenCover",
                       name);
    }
    *p->tool = is_cobertura ? "cobertura" : "opencover";
    p->handler = is_cobertura ? &foreign_cobertura : &foreign_opencover;
    p->ctx = cc_arena_alloc(p->r->arena, 1, p->handler->size);
    return CC_OK;
}

static void on_start(void *data, const xmlChar *name, const xmlChar **attributes) {
    parsing *p = data;
    static const char *const none[] = {NULL};
    const char *const *given = attributes == NULL ? none : (const char *const *)attributes;
    p->known = p->given;
    if (has_too_many(given)) {
        stop(p, cc_fail(CC_E_LIMIT, "an element has more than %d attributes", MOST_ATTRIBUTES));
        return;
    }
    const foreign_element element = {(const char *)name, meant(p->r->arena, given)};
    cc_buf_clear(&p->text);
    if (++p->depth > MOST_DEPTH) {
        stop(p, cc_fail(CC_E_FORMAT, "elements are nested deeper than %d", (int)MOST_DEPTH));
    }
    if (p->err == CC_OK && p->handler == NULL) {
        stop(p, choose(p, element.name));
    }
    if (p->err == CC_OK) {
        stop(p, p->handler->start(p->ctx, p->r, &element));
    }
}

static void on_end(void *data, const xmlChar *name) {
    parsing *p = data;
    p->known = p->given;
    p->depth--;
    if (p->err == CC_OK) {
        stop(p, p->handler->end(p->ctx, p->r, (const char *)name, cc_buf_str(&p->text)));
    }
    cc_buf_clear(&p->text);
}

static void on_text(void *data, const xmlChar *text, int len) {
    parsing *p = data;
    p->known = p->given;
    if (len > 0 && p->text.len + (size_t)len <= MOST_TEXT) {
        cc_buf_bytes(&p->text, text, (size_t)len);
    }
}

static void be_quiet(void *data, const char *format, ...) {
    (void)data;
    (void)format;
}

static cc_err finish(parsing *p, int code) {
    if (p->err != CC_OK) {
        return cc_fail(p->err, "%s", p->why == NULL ? "out of memory for a report" : p->why);
    }
    const xmlError *error = xmlCtxtGetLastError(p->parser);
    if (code != 0 || p->depth != 0 || !p->parser->wellFormed) {
        cc_str text = cc_strz(error == NULL || error->message == NULL ? "the file ends too early"
                                                                      : error->message);
        text = cc_str_trim(text);
        return cc_fail(CC_E_FORMAT, "line %d: %.*s", error == NULL ? 1 : error->line, (int)text.len,
                       text.s);
    }
    return CC_OK;
}

/* The code of libxml2. */
static int give(parsing *p, cc_span bytes, bool is_last) {
    p->given += bytes.len;
    if (p->given - p->known > MOST_TAG) {
        stop(p, cc_fail(CC_E_LIMIT, "a tag or comment has more than %d bytes", MOST_TAG));
        return 0;
    }
    return xmlParseChunk(p->parser, (const char *)bytes.data, (int)bytes.len, is_last ? 1 : 0);
}

cc_err foreign_read_xml(foreign_reading *r, cc_span bytes, const char **tool) {
    xmlSAXHandler sax = {.startElement = on_start,
                         .endElement = on_end,
                         .characters = on_text,
                         .cdataBlock = on_text,
                         .warning = be_quiet,
                         .error = be_quiet};
    parsing p = {.r = r, .tool = tool};
    p.parser = xmlCreatePushParserCtxt(&sax, &p, NULL, 0, NULL);
    if (p.parser == NULL) { /* libxml2 has its own memory */
        return cc_fail(CC_E_NOMEM, "out of memory for a report");
    }
    (void)xmlCtxtUseOptions(p.parser, XML_PARSE_NONET | XML_PARSE_HUGE);
    int code = 0;
    for (size_t at = 0; at < bytes.len && code == 0 && p.err == CC_OK; at += CHUNK) {
        size_t len = bytes.len - at < CHUNK ? bytes.len - at : CHUNK;
        code = give(&p, cc_span_of(bytes.data + at, len), at + len == bytes.len);
    }
    cc_err err = finish(&p, code);
    if (p.ctx != NULL && p.handler->close != NULL) {
        p.handler->close(p.ctx);
    }
    /* libxml2 makes a separate document for the entities that a DOCTYPE declares, also without a
     * tree. */
    xmlFreeDoc(p.parser->myDoc);
    xmlFreeParserCtxt(p.parser);
    cc_buf_free(&p.text);
    return err;
}
