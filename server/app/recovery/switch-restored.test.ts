import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { expect, test, vi } from 'vitest'
import { buildPortal } from '#server/app/portal.ts'
import { testPortal } from '#server/testing/portal.ts'
import { switchRestored } from './switch-restored.ts'

// The archive may have been turned off meanwhile.
const { config, make, operate, services, system, url } = await testPortal()
const owner = await make.operator()

test('a switch that was cut off before it changed anything is given back when the portal starts again', async () => {
  const preparation_id = randomUUID()
  const request = {
    preparation_id,
    folder: 'restored-20261123130000',
    moment: '2026-11-22 14:03:07',
    actor: 'operator:zhou',
    reason: '误删了专线',
  }
  await system.change`
    insert into restore_preparation (id, moment, state, folder)
    values (${preparation_id}, '2026-11-22 14:03:07+08', 'switching', ${request.folder})`
  // A power failure before the switch plan is on disk makes the portal start with the old data.
  const log = pino({ level: 'silent' })
  const started = await buildPortal(config, { url, log, web: undefined, poolSize: 2, clock: false })
  await started.stop()
  const [found] = (await operate('getRestorePreparations', {}, owner)).data.list
  expect(found).toMatchObject({ state: 'ready', folder: request.folder, failure: expect.stringContaining('重新申请') })

  // A pending job does nothing any more: the owners must decide again.
  const restart = vi.fn()
  await switchRestored({ ...services, restart }, request)
  expect(restart).not.toHaveBeenCalled()
})
