// Rules for the script of the pages and for what tests it. Types are checked by tsc.
const browser = ['document', 'window', 'location', 'history', 'sessionStorage', 'addEventListener', 'scrollTo', 'setTimeout', 'setInterval',
  'clearTimeout', 'CSS', 'Highlight', 'StaticRange', 'NodeFilter', 'Node', 'IntersectionObserver', 'URLSearchParams',
  'HTMLInputElement', 'getComputedStyle', 'performance', 'requestAnimationFrame', 'globalThis', 'PerformanceObserver', 'axe', 'Event',
  'matchMedia', 'removeEventListener'];
const node = ['process', 'console', 'URL'];
const globals = (names) => Object.fromEntries(names.map((name) => [name, 'readonly']));
const rules = Object.fromEntries([
  'no-undef', 'no-unused-vars', 'no-var', 'prefer-const', 'eqeqeq', 'no-shadow', 'no-implicit-globals', 'no-eval', 'no-unreachable',
  'no-dupe-keys', 'no-fallthrough', 'no-self-compare', 'no-throw-literal', 'no-use-before-define', 'consistent-return', 'no-empty',
].map((rule) => [rule, 'error']));
rules['no-use-before-define'] = ['error', { functions: false }];
rules['max-len'] = ['error', { code: 150 }];

export default [
  { files: ['**/app.js'], languageOptions: { sourceType: 'script', globals: globals(browser) }, rules },
  { files: ['**/*.mjs'], languageOptions: { globals: globals([...browser, ...node]) }, rules },
];
