import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { type OperationInput, type OperationName, operations } from '#contract/operations/index.ts'
import { chinaTime } from '#server/app/recovery/china-time.ts'
import type { PortalProcess } from '#server/testing/portal-process.ts'
import type { Figure } from '../bench/figures.ts'
import { waitFor } from './cluster/postgres.ts'
import { expectNone } from './interruptions.ts'
import { makeBuyers, type Site, withDatabase } from './site.ts'

const later = '之后的企业'
const named = z.object({ name: z.string() })

interface Answer {
  code: number
  data: { approval_id?: string; list?: { preparation_id: string; state: string; failure: string | null }[] } | null
}

const operate = async <Name extends OperationName>(
  { url }: PortalProcess,
  token: string,
  name: Name,
  input: OperationInput<Name>,
): Promise<Answer> => {
  const headers = {
    'content-type': 'application/json',
    authorization: 'operations-web 1201',
    cookie: `operator=${token}`,
    'idempotency-key': randomUUID(),
  }
  const body = JSON.stringify(input)
  const answer = await fetch(`${url}/api/operations${operations[name].path}`, { method: 'POST', headers, body })
  return (await answer.json()) as Answer
}

/** Two owners replace the present data by a restored state, and the portal restarts by itself. */
export async function restoreByButton({ client, start, folder }: Site): Promise<Figure[]> {
  const archive = join(folder, 'archive')
  const portal = await start({ ARCHIVE: 'disk', ARCHIVE_DIR: archive })
  const [one, two, buyer] = await withDatabase(portal, async (_, make) => [
    await make.operator(),
    await make.operator(),
    (await makeBuyers(make, 1))[0],
  ])
  await waitFor('a base backup', async () =>
    readdirSync(archive, { recursive: true, encoding: 'utf8' }).some(name => name.includes('manifest')),
  )
  await sleep(2_000)
  const moment = chinaTime(Date.now())
  await sleep(1_500)
  await withDatabase(portal, (_, make) => make.company({ name: later }))
  // The restored instant has to be in the archive.
  await sleep(4_000)

  await operate(portal, one.token, 'prepareRestore', { moment })
  const latest = async () => (await operate(portal, one.token, 'getRestorePreparations', {})).data?.list?.[0]
  await waitFor('the preparation', async () => !['waiting', 'running'].includes((await latest())?.state ?? 'waiting'))
  const prepared = await latest()
  if (prepared?.state !== 'ready') throw new Error(`the preparation is ${prepared?.state}: ${prepared?.failure}`)
  const { preparation_id } = prepared
  const kept = await operate(portal, one.token, 'switchRestore', { preparation_id, reason: '误删了专线' })
  const began = performance.now()
  const approval_id = kept.data?.approval_id ?? ''
  const confirmed = await operate(portal, two.token, 'decideApproval', { approval_id, decision: 'confirm' })
  await waitFor('the start', async () => !(await laterCompanies(portal)).length && (await isReady(portal)))
  const took = (performance.now() - began) / 1000

  const own = await operate(portal, one.token, 'getSelf', {})
  const old = await client.call(portal.url, 'getNoticeList', {}, { sid: buyer?.sid ?? '' })
  const audited = await withDatabase(
    portal,
    system => system.rows(named)`select actor as name from audit_entry where action = 'restore.switched'`,
  )
  await portal.stop()
  return [
    expectNone(
      'two owners restore a moment in the back office: what is wrong afterwards',
      [
        ...(kept.code === -53013 && confirmed.code === 200 ? [] : [`answered ${kept.code} and ${confirmed.code}`]),
        ...(own.code === 200 || old.code === 200 ? ['a login from before the restore is still alive'] : []),
        ...(audited.length === 1 ? [] : [`${audited.length} entries in the audit`]),
      ],
      `back after ${took.toFixed(1)} s, in the same process`,
    ),
  ]
}

const isReady = ({ url }: PortalProcess) =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

const laterCompanies = (portal: PortalProcess) =>
  withDatabase(portal, system => system.rows(named)`select name from company where name = ${later}`).catch(() => [
    later,
  ])
