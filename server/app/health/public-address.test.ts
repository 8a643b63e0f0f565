import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/core/config.ts'
import type { HealthGround } from '#server/engines/health/health-check.ts'
import { monitorHealth } from '#server/engines/health/monitor.ts'
import { production } from '#server/testing/production.ts'
import { publicAddressCheck } from './public-address-check.ts'

/** A proxy that answers with `status`. */
async function proxy(status: number): Promise<string> {
  const server = createServer((_, response) => response.writeHead(status).end())
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function found(publicUrl: string, environment: Record<string, string> = {}) {
  const config = { ...readConfig({ ...production, ...environment }), publicUrl }
  // The check uses only the config.
  const monitor = monitorHealth([publicAddressCheck], { config } as HealthGround, { warn: () => {} })
  await monitor.look('all')
  const [result] = monitor.results()
  return [result?.state, result?.trouble]
}

test('a public address that answers is healthy, whatever the answer, and one that does not is unhealthy', async () => {
  expect(await found(await proxy(200))).toEqual(['good', null])
  expect(await found(await proxy(302))).toEqual(['good', null])
  expect(await found(await proxy(502))).toEqual(['bad', '没有结果（HTTP 502）'])
  expect(await found('http://127.0.0.1:9')).toEqual(['bad', expect.stringMatching(/^没有结果/)])
})

test('a host that cannot reach its own address, and a portal that is not in production, ask nothing', async () => {
  expect(await found('http://127.0.0.1:9', { PUBLIC_URL_CHECK: 'off' })).toEqual(['absent', null])
  const config = readConfig({})
  expect(await publicAddressCheck.measure({ config } as HealthGround)).toEqual([])
})
