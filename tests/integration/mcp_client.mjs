// The server against the protocol's own client: node mcp_client.mjs CLRCOV DIR DATA FILE LINE, from a directory with node_modules.
// DATA and FILE are below DIR. Lists the tools and calls each; each check prints "ok - NAME" or "not ok - NAME".
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import path from "node:path";

const require = createRequire(path.join(process.cwd(), "package.json"));
const load = (name) => import(pathToFileURL(require.resolve(`@modelcontextprotocol/sdk/client/${name}.js`)).href);
const { Client } = await load("index");
const { StdioClientTransport } = await load("stdio");

function say(name, isFine, detail) {
  console.log(isFine ? `ok - ${name}` : `not ok - ${name}\n#   ${JSON.stringify(detail)}`);
}

function callsOf(data, file, line) {
  const thing = `${file}:${line}`;
  return {
    summary: { data },
    next: { data, top: 3 },
    file: { data, path: file },
    explain: { data, thing },
    diff: { data, base: "HEAD~1" },
    compare: { before: data, after: data },
    who: { data, thing },
    impacted: { data },
  };
}

async function checkTools(client, calls) {
  const { tools } = await client.listTools();
  const names = tools.map((tool) => tool.name).sort();
  say("the client lists the tools", names.join() === Object.keys(calls).sort().join(), names);
  say("each tool only reads", tools.every((tool) => tool.annotations.readOnlyHint), tools);
  for (const tool of tools) {
    const answer = await client.callTool({ name: tool.name, arguments: calls[tool.name] ?? {} });
    const text = answer.content[0].text;
    say(`${tool.name} answers`, !answer.isError && text.length > 0 && Buffer.byteLength(text) <= 8192, answer);
  }
}

async function checkErrors(client, data) {
  const code = (call) => client.callTool(call).then(() => 0, (error) => error.code);
  say("an unknown tool is an error", (await code({ name: "nothing", arguments: {} })) === -32602);
  say("a path outside is an error", (await code({ name: "file", arguments: { data, path: "/etc/passwd" } })) === -32602);
  const failed = await client.callTool({ name: "diff", arguments: { data, base: "no-such-branch" } });
  say("a tool that fails says so", failed.isError && failed.content[0].text.startsWith("clrcov: "), failed);
}

const [clrcov, folder, data, file, line] = process.argv.slice(2);
const client = new Client({ name: "clrcov-test", version: "1" });
await client.connect(new StdioClientTransport({ command: clrcov, args: ["mcp"], cwd: folder }));
say("the client connects", client.getServerVersion().name === "clrcov", client.getServerVersion());
await checkTools(client, callsOf(data, file, line));
await checkErrors(client, data);
await client.ping();
await client.close();
say("the client closes", true);
