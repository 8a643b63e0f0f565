import { readFile } from 'node:fs/promises'
import { createClient } from '../../clients/typescript/client.ts'
import { receiveEvents } from './receiver.ts'
import { renewLines } from './renew.ts'
import { type Person, syncPeople } from './sync.ts'

const {
  PORTAL_URL = 'http://127.0.0.1:8080',
  PORTAL_TOKEN = '',
  WEBHOOK_SECRET,
  PEOPLE = 'people.json',
  MAY_REMOVE = '20',
} = process.env

/** Aligns both once; a scheduler can raise an alarm when it exits with 1. */
async function align(): Promise<void> {
  const portal = createClient({ url: PORTAL_URL, token: PORTAL_TOKEN })
  // The file stands for the company's own personnel system.
  const people = JSON.parse(await readFile(PEOPLE, 'utf8')) as Person[]
  const synced = await syncPeople(portal, people, { mayRemove: Number(MAY_REMOVE) })
  const renewals = await renewLines(portal, 30).catch(error => {
    // People who were removed and added are reported nevertheless.
    console.log(JSON.stringify(synced, null, 2))
    throw error
  })
  const problems = [...synced.problems, ...renewals.problems]
  console.log(JSON.stringify({ ...synced, ...renewals, problems }, null, 2))
  if (problems.length) process.exitCode = 1
}

// Receiving never ends: if it were started with each alignment, the second would find the port in use.
if (WEBHOOK_SECRET)
  receiveEvents(WEBHOOK_SECRET, async ({ type, data }) => console.log(type, data.subject.name)).listen(9000, () =>
    console.log('在 9000 端口接收事件'),
  )
else await align()
