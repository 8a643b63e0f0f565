import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/core/config.ts'
import { type HealthGround, judge } from '#server/engines/health/health-check.ts'
import { alipayEnvironment } from '#server/testing/alipay-counterpart.ts'
import { newFolder } from '#server/testing/backups.ts'
import { certificate } from '#server/testing/smtp-counterpart.ts'
import { certificateChecks } from './certificate-checks.ts'

async function measure(name: string, environment: Record<string, string>) {
  const check = certificateChecks.find(each => each.name === name)
  if (!check) throw new Error(`there is no ${name}`)
  // The certificate checks need only the config.
  const measured = await check.measure({ config: readConfig(environment) } as HealthGround)
  return measured.map(each => ({ ...each, state: judge(check, each.value) }))
}

test("the public address's certificate is checked, even when it is untrusted", async () => {
  const server = createServer(certificate())
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const [found] = await measure('certificate_public', { PUBLIC_URL: `https://127.0.0.1:${port}` })
  expect(found).toMatchObject({ subject: '127.0.0.1', state: 'bad' })
  expect(found?.value).toBeGreaterThan(2)
  expect(found?.value).toBeLessThan(3.1)
  await expect(measure('certificate_public', { PUBLIC_URL: 'https://127.0.0.1:9' })).rejects.toThrow()
  expect(await measure('certificate_public', { PUBLIC_URL: 'http://127.0.0.1:9' })).toEqual([])
})

test('a payment certificate has an expiry to check, a bare key has none', async () => {
  const folder = await newFolder()
  onTestFinished(() => rm(folder, { recursive: true }))
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem'), '-days', '20']
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=x', ...files], {
    stdio: 'ignore',
  })
  const pem = readFileSync(join(folder, 'cert.pem'), 'utf8').replaceAll('\n', '\\n')
  const [found] = await measure('certificate_payment', { ...alipayEnvironment, ALIPAY_PUBLIC_KEY: pem })
  expect(found).toMatchObject({ subject: 'ALIPAY_PUBLIC_KEY', state: 'warn' })
  expect(await measure('certificate_payment', alipayEnvironment)).toEqual([])
})
