import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { readConfig } from '#server/core/config.ts'
import { keyIds } from '#server/core/keyring.ts'
import { startEmbedded } from '#server/database/embedded.ts'
import { migrate } from '#server/database/migrate.ts'
import { newTotp, sealTotp } from '#server/modules/operators/totp.ts'
import { queryRows } from '#server/testing/backups.ts'
import { silentLog } from '#server/testing/database.ts'
import { runStatement } from '#server/testing/database-setup.ts'
import { memoryFolder } from '#server/testing/memory-folder.ts'
import { recordRestoration } from './findings.ts'
import { putInPlace } from './put-in-place.ts'

// The time is long because databases are made and started, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })
const root = await mkdtemp(join(memoryFolder(), 'haiyilian-usable-'))
afterAll(() => rm(root, { recursive: true }))
const config = readConfig({ DATA_DIR: join(root, 'data'), SECRET_KEY: 'b'.repeat(64) })
const before = readConfig({ DATA_DIR: config.dataDir, SECRET_KEY: 'a'.repeat(64) })
const name = 'restored-20261123130000'

test('restored data that contradict themselves or need a lost key take the place only when that is accepted', async () => {
  const server = await startEmbedded({ dataDir: join(config.dataDir, name), log: silentLog })
  try {
    await migrate({ url: server.url, log: silentLog, mode: 'demo' })
    await runStatement(
      server.url,
      `alter table company_balance drop constraint company_balance_company_id_fkey;
        insert into company_balance (company_id, amount) values (gen_random_uuid(), 100)`,
    )
    const id = '00000000-0000-7000-8000-000000000001'
    const sealed = sealTotp(before, id, newTotp(before, 'x').secret).toString('hex')
    await runStatement(
      server.url,
      `insert into operator (id, name, display_name, password_hash, roles, totp_sealed)
        values ('${id}', 'zhou', '周敏', '', array['owner'], '\\x${sealed}')`,
    )
    await recordRestoration(server.url, silentLog, Date.now())
  } finally {
    await server.stop()
  }
  const [keyId = ''] = keyIds(before)
  await expect(putInPlace(config, name, {})).rejects.toThrow(`缺少主密钥 ${keyId}`)
  await expect(putInPlace(config, name, { lostKey: true })).rejects.toThrow(
    /不一致，没有换上：\n企业 .* 的余额与流水不符/,
  )
  // What has been found just now is judged, and not looked for again.
  await expect(putInPlace(config, name, { lostKey: true }, ['订单 1 不完整'])).rejects.toThrow(
    /没有换上：\n订单 1 不完整\n/,
  )
  expect(existsSync(join(config.dataDir, 'postgres'))).toBe(false)
  expect(await putInPlace(config, name, { lostKey: true, inconsistent: true })).toContain('已换上恢复的数据')
  expect(['postgres', name].map(folder => existsSync(join(config.dataDir, folder)))).toEqual([true, false])
})

test('accounts that were erased after the moment are listed, and consents withdrawn since are withdrawn again', async () => {
  const own = { ...config, dataDir: join(root, 'other') }
  const [restored, account, consent] = [
    join(own.dataDir, name),
    '00000000-0000-7000-8000-000000000002',
    '00000000-0000-7000-8000-000000000003',
  ]
  const runOn = async (dataDir: string, work: (url: string) => Promise<void>) => {
    const server = await startEmbedded({ dataDir, log: silentLog })
    try {
      await work(server.url)
    } finally {
      await server.stop()
    }
  }
  const fill = async (url: string) => {
    await migrate({ url, log: silentLog, mode: 'demo' })
    await runStatement(
      url,
      `insert into account (id, phone, display_name) values ('${account}', '13900000001', '林岚');
        insert into consent (id, account_id, kind, version) values ('${consent}', '${account}', 'cross_border', '1')`,
    )
  }
  await runOn(own.dataDir, fill)
  await runOn(restored, async url => {
    await fill(url)
    await recordRestoration(url, silentLog, Date.now())
  })
  await runOn(own.dataDir, url =>
    runStatement(
      url,
      `update consent set withdrawn_at = now();
        update account set state = 'deleted', phone = 'deleted:' || id where id = '${account}'`,
    ),
  )
  const outcome = await putInPlace(own, name, {})
  expect(outcome).toContain('撤回的 1 项同意已照样撤回')
  expect(outcome).toContain(`注销的 1 个账号又在库里，请联系本人重新注销，之前不要使用其资料：${account}`)
  await runOn(own.dataDir, async url =>
    expect(await queryRows(url, 'select from consent where withdrawn_at is not null')).toHaveLength(1),
  )
})
