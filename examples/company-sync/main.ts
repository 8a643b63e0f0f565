import { readFile } from 'node:fs/promises'
import { createClient } from '../../clients/typescript/client.ts'
import { receiveEvents } from './receiver.ts'
import { type Person, renewLines, syncPeople } from './sync.ts'

const { PORTAL_URL = 'http://127.0.0.1:8080', PORTAL_TOKEN = '', WEBHOOK_SECRET, PEOPLE = 'people.json' } = process.env
const portal = createClient({ url: PORTAL_URL, token: PORTAL_TOKEN })
const today = new Date().toISOString().slice(0, 10)

// The file stands for the company's own system of personnel.
const people = JSON.parse(await readFile(PEOPLE, 'utf8')) as Person[]
const outcome = await syncPeople(portal, people, today)
outcome.renewed = await renewLines(portal, 30, today)
console.log(JSON.stringify(outcome, null, 2))

if (WEBHOOK_SECRET)
  receiveEvents(WEBHOOK_SECRET, async ({ type, data }) => console.log(type, data.subject.name)).listen(9000, () =>
    console.log('在 9000 端口接收事件'),
  )
