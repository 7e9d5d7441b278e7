// The totals that readers of npm find: node consumers.js FOLDER, from a directory with cobertura-parse and lcov-parse. Prints
// JSON: by reader, lines and branches found and hit, and the files.
const path = require('path');
const load = (name) => require(require.resolve(name, { paths: [process.cwd()] }));

// A line or arm that is listed several times is one.
function total(files) {
  const lines = new Map(), arms = new Map();
  for (const file of files) {
    for (const line of file.lines.details) lines.set(`${file.file}:${line.line}`, line.hit > 0);
    for (const arm of file.branches.details) arms.set([file.file, arm.line, arm.block, arm.branch].join(':'), arm.taken > 0);
  }
  const hit = (map) => [...map.values()].filter((isHit) => isHit).length;
  return { lines: lines.size, covered: hit(lines), branches: arms.size, taken: hit(arms),
    files: [...new Set(files.map((file) => file.file))] };
}

const parse = (reader, file) => new Promise((resolve, reject) =>
  reader(file, (error, files) => (error ? reject(error) : resolve(total(files)))));

(async () => {
  const folder = process.argv[2];
  const found = {
    'cobertura-parse': await parse(load('cobertura-parse').parseFile, path.join(folder, 'coverage.cobertura.xml')),
    'lcov-parse': await parse(load('lcov-parse'), path.join(folder, 'lcov.info')),
  };
  console.log(JSON.stringify(found));
})().catch((error) => { console.error(error); process.exit(1); });
