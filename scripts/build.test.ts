import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { loadWebBuild } from '#server/app/web-build.ts'

// The real scripts build a portal of a few small pages here, because the repository's own pages take seconds.
const repository = join(import.meta.dirname, '..')
const root = await mkdtemp(join(tmpdir(), 'haiyilian build-'))
afterAll(() => rm(root, { recursive: true }))
const write = (file: string, text: string) => {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}
for (const file of [
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'vite.antd.ts',
  'vite.antd-plugins.ts',
  'vite.chunks.ts',
  'server/database/data-lock.ts',
  'server/core/connection-chain.ts',
  ...['check.ts', 'format.ts', 'former-keys.ts', 'head.ts', 'reading.ts', 'report.ts'].map(
    name => `contract/passport/${name}`,
  ),
  ...['build.ts', 'build-stamp.ts', 'sbom.ts', 'start.mjs', 'verify-passport.ts'].map(name => `scripts/${name}`),
])
  cpSync(join(repository, file), join(root, file))
// The folder is not a link, because the build's cache lies in it.
mkdirSync(join(root, 'node_modules'))
for (const name of await readdir(join(repository, 'node_modules')))
  if (name !== '.cache') symlinkSync(join(repository, 'node_modules', name), join(root, 'node_modules', name))
write(
  'server/app/main.ts',
  `const word = ([text]: TemplateStringsArray) => text; const inherited = () => Object.keys(process.env).filter(name => /ALLOC/.test(name))
   export const main = () => console.log(word\`启动\`, 'started', inherited())`,
)
for (const name of ['sandbox/keeper', 'sandbox/child', 'files/pdf', 'files/picture', 'sheets/reading'])
  write(`server/engines/${name}.ts`, `console.log('${name}')`)
write('contract/rules.ts', 'export const answer: number = 42')
write('web/public/favicon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')
write('web/site/site.css', 'body { color: red; margin: 0 0 0 0 }')
write('web/ui/app.css', Array.from({ length: 200 }, (_, at) => `.part-${at} { width: ${at}px }`).join('\n'))
write('web/ui/small.css', 'main { color: blue }')
write('web/session.ts', `export const session = { started: performance.now() }`)
write(
  'web/app.tsx',
  `import './ui/app.css'; import { session } from './session.ts'; document.title = String(session.started); void import('./page.tsx')`,
)
write('web/page.tsx', `import './ui/small.css'; document.body.append('page')`)
write(
  'web/site/islands/loader.ts',
  `import { session } from '../../session.ts'; addEventListener('click', () => import('./overlay.tsx').then(({ open }) => open(session)))`,
)
write(
  'web/site/islands/overlay.tsx',
  `import { createRoot } from 'react-dom/client'; export const open = (data: unknown) => createRoot(document.body).render(<p>{String(data)}</p>)`,
)
write(
  'web/site/documents.tsx',
  `import { renderToStaticMarkup } from 'react-dom/server'; import { answer } from '#contract/rules.ts'; import css from './site.css?inline'
   export const renderShell = () => renderToStaticMarkup(<style data-answer={answer}>{css}</style>)`,
)

const { NODE_ENV: _, VITEST: __, ...environment } = process.env
const run = (script: string) =>
  promisify(execFile)(process.execPath, [join(root, script)], { cwd: root, env: environment })
const stamp = () => readFile(join(root, 'dist/stamp.json'), 'utf8')

test('the first start builds, the next ones do not', async () => {
  expect((await run('scripts/start.mjs')).stdout).toMatch(/正在构建网页.*已构建.*启动 started/s)
  const built = await stamp()
  expect((await run('scripts/start.mjs')).stdout).toBe('启动 started []\n')
  // A checkout or a copy changes only the times.
  utimesSync(join(root, 'web/app.tsx'), 1, 1)
  expect((await run('scripts/start.mjs')).stdout).toBe('启动 started []\n')
  expect(JSON.parse(await stamp()).texts).toBe(JSON.parse(built).texts)
  write('web/site/site.css', 'body { color: green }')
  expect((await run('scripts/start.mjs')).stdout).toContain('正在构建网页')
  expect(await readdir(root)).not.toContainEqual(expect.stringMatching(/^dist\./))
  // With a single Chinese character V8 would store the whole text in two bytes for each.
  for (const name of (await readdir(join(root, 'dist/portal'))).filter(file => file.endsWith('.js')))
    expect(await readFile(join(root, 'dist/portal', name), 'latin1'), name).toMatch(/^[\0-\x7f]*$/)
})

test('a server change rebuilds the portal only, whose modules still find files beside their source', async () => {
  const pages = await stamp()
  write(
    'server/app/main.ts',
    `import { relative } from 'node:path'; import { fileURLToPath } from 'node:url'; import { where } from '#server/core/where.ts'
     const short = (path: string) => relative(${JSON.stringify(root)}, path)
     export const main = () => console.log(short(import.meta.dirname), short(where), short(fileURLToPath(import.meta.url)))`,
  )
  write('server/core/where.ts', 'export const where: string = import.meta.dirname')
  const { stdout } = await run('scripts/start.mjs')
  expect(stdout).toMatch(/正在构建门户/)
  expect(stdout).not.toMatch(/正在构建网页/)
  expect(stdout).toMatch(/^server\/app server\/core server\/app\/main\.ts$/m)
  expect(await stamp()).toBe(pages)
})

test('a build holds what pages need, compressed', async () => {
  const web = await loadWebBuild(root)
  expect(web.documents.renderShell({} as never)).toBe('<style data-answer="42">body{color:green}</style>')
  const app = web.client('web/app.tsx')
  expect(app.styles).toEqual([expect.stringMatching(/^\/assets\/core-[\w-]+\.css$/)])
  // A page's own modules are loaded with the app's entry, and its rules are in the app's one sheet.
  const page = web.client('web/app.tsx', 'web/page.tsx')
  expect(page.styles).toEqual(app.styles)
  expect(page.preloads).toEqual([...app.preloads, expect.stringMatching(/^\/assets\/page-[\w-]+\.js$/)])
  const loader = web.client('web/site/islands/loader.ts')
  // Loader and app share one file beside the loader's own, which is tiny.
  expect(loader.preloads).toEqual([expect.stringMatching(/^\/assets\/site-[\w-]+\.js$/)])
  expect(app.preloads).toEqual(loader.preloads)
  expect(() => web.client('web/none.ts')).toThrow('no entry')

  const publicDir = web.publicDir ?? ''
  expect(await readFile(join(publicDir, app.styles[0] ?? ''), 'utf8')).toContain('main{color:')
  for (const address of [loader.script, ...loader.preloads]) {
    const file = join(publicDir, address)
    const text = await readFile(file)
    expect(text.includes('createRoot')).toBe(false)
    expect(brotliDecompressSync(await readFile(`${file}.br`))).toEqual(text)
    expect(gunzipSync(await readFile(`${file}.gz`))).toEqual(text)
  }
  expect(existsSync(join(publicDir, 'favicon.svg'))).toBe(true)
  // The recipient of a passport has only this one file.
  const alone = await mkdtemp(join(tmpdir(), 'verifier-'))
  cpSync(join(publicDir, 'verify-passport.mjs'), join(alone, 'verify.mjs'))
  const help = promisify(execFile)(process.execPath, [join(alone, 'verify.mjs'), '--help'], { env: {} })
  expect((await help).stdout).toContain('node verify-passport.mjs')
  expect(existsSync(join(publicDir, 'manifest.json'))).toBe(false)
})

test.each([
  ['a source that does not compile', 'web/app.tsx', 'const = 1'],
  [
    'antd on a public page',
    'web/site/islands/overlay.tsx',
    `import icon from 'antd/package.json'; export const open = () => icon`,
  ],
  [
    'the app on a public page',
    'web/site/islands/overlay.tsx',
    `import * as app from '../../app.tsx'; export const open = () => app`,
  ],
  ["the contract's schemas in the browser", 'web/app.tsx', `import zod from 'zod/package.json'; console.log(zod)`],
])('%s fails the build and leaves the previous one', async (_name, file, text) => {
  const [before, good] = [await stamp(), await readFile(join(root, file), 'utf8')]
  write(file, text)
  try {
    await expect(run('scripts/build.ts')).rejects.toMatchObject({ code: 1 })
    await expect(run('scripts/start.mjs')).rejects.toMatchObject({
      stderr: expect.stringContaining('构建失败（上一次的构建没有改动）'),
    })
    expect(await stamp()).toBe(before)
    expect(await readdir(root)).not.toContainEqual(expect.stringMatching(/^dist\./))
  } finally {
    write(file, good)
  }
})

test('pages that were sent before a build still find their files', async () => {
  const script = (await loadWebBuild(root)).client('web/app.tsx').script
  write('web/session.ts', `export const session = { started: performance.now() + 1 }`)
  await run('scripts/build.ts')
  expect((await loadWebBuild(root)).client('web/app.tsx').script).not.toBe(script)
  expect(existsSync(join(root, 'dist/public', script))).toBe(true)
})

test('a missing build is reported with the command to run', async () => {
  await expect(loadWebBuild(join(root, 'web'))).rejects.toThrow('npm run build')
})
