import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { billOfMaterials, runningPlaces } from './sbom.ts'
import { describeReport } from './vulnerabilities.ts'

const root = join(import.meta.dirname, '..')
const packageFile = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
interface Component {
  name: string
  group?: string
  version: string
  purl: string
  hashes?: { content: string }[]
}
const bill = JSON.parse(billOfMaterials())
const components: Component[] = bill.components
const nameOf = ({ group, name }: Component) => (group ? `${group}/${name}` : name)

test('the bill names every package of the server and of the pages with its version, and none of the tools', () => {
  expect(bill).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    metadata: { component: { name: 'haiyilian' } },
  })
  const found = new Map(components.map(each => [nameOf(each), each.version]))
  const { dependencies, optionalDependencies, devDependencies } = packageFile
  for (const [name, version] of Object.entries({ ...dependencies, ...optionalDependencies }))
    expect([name, found.get(name)]).toEqual([name, version])
  for (const name of ['react', 'react-dom', 'antd', 'echarts']) expect(found.get(name)).toBe(devDependencies[name])
  // A dependency of a page's package, and one of the server's.
  expect([found.has('zrender'), found.has('fast-json-stringify')]).toEqual([true, true])
  for (const name of ['vitest', 'vite', 'knip', '@playwright/test']) expect(found.has(name), name).toBe(false)
  expect(new Set(components.map(({ purl }) => purl)).size).toBeGreaterThan(400)
  for (const { purl, version } of components) expect(purl).toMatch(new RegExp(`^pkg:npm/.+@${version}$`))
  expect(components.find(each => nameOf(each) === 'fastify')?.hashes?.[0]?.content).toMatch(/^[0-9a-f]{128}$/)
})

test('a vulnerable package is told with its deadline if it runs', () => {
  const found = (nodes: string[], severity = 'high') => ({
    severity,
    via: [{ title: 'Prototype pollution', url: 'https://github.com/advisories/GHSA-x' }, 'fastify'],
    nodes,
    fixAvailable: true,
  })
  const report = {
    vulnerabilities: {
      sharp: found(['node_modules/sharp']),
      vitest: found(['node_modules/vitest']),
      antd: found(['node_modules/antd'], 'critical'),
    },
  }
  expect(describeReport(report, runningPlaces())).toEqual([
    expect.stringMatching(/^✗ critical antd（2 天内修补，已有修正的版本）/),
    expect.stringMatching(/^✗ high sharp（7 天内修补，已有修正的版本）：Prototype pollution https.*；经由 fastify$/),
  ])
  expect(describeReport({ message: '405' }, runningPlaces())).toBeUndefined()
})

test('the command asks the registry, and says so where it cannot', async () => {
  let answers = true
  const server = createServer((request, response) => {
    response.statusCode = answers && request.url?.endsWith('/advisories/bulk') ? 200 : 405
    response.setHeader('content-type', 'application/json')
    const advisory = {
      id: 1,
      url: 'https://example.com/1',
      title: 'A hole',
      severity: 'high',
      vulnerable_versions: '*',
    }
    response.end(response.statusCode === 200 ? JSON.stringify({ fastify: [advisory], vitest: [advisory] }) : '{}')
  })
  onTestFinished(() => void server.close())
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    npm_config_registry: registry,
    npm_config_fetch_retries: '0',
  }
  const run = () =>
    promisify(execFile)(process.execPath, ['scripts/vulnerabilities.ts'], { cwd: root, env }).catch(
      (error: { code: number; stdout: string; stderr: string }) => error,
    )
  const found = await run()
  expect(found).toMatchObject({ code: 1, stdout: expect.stringMatching(/^✗ high fastify（7 天内修补.*A hole/m) })
  expect(found.stdout).not.toContain('vitest')
  answers = false
  expect(await run()).toMatchObject({ code: 2, stderr: expect.stringContaining('没能询问 npm 的登记处') })
}, 120_000)
