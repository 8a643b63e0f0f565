import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { raw } from 'sql-template-tag'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { remindOfGuests } from '#server/modules/handover/guest-reminders.ts'
import { endGuests } from '#server/modules/handover/guests.ts'
import { recordRunOut } from '#server/modules/lines/running-out.ts'
import { lapseInvitations } from '#server/modules/people/employees/joining.ts'
import { lapseRequests } from '#server/modules/requests/requests.ts'
import { testPortal } from '#server/testing/portal.ts'

const { call, make, services, system } = await testPortal()
const job = { log: services.log, stopping: new AbortController().signal }

const states = z.object({ invited: z.int(), guests: z.int(), requests: z.int() })

/** Creates a company whose guest, invitation and request have all expired. */
async function overdue() {
  const company = await make.company()
  const [guest, person] = [await make.employee(company.id), await make.employee(company.id)]
  const invited = await make.employee(company.id, { state: 'invited' })
  const asking = await make.session(person.account)
  expect((await call('requestAccess', { kind: 'line', note: '开店' }, { sid: asking })).code).toBe(200)
  await system.change`update access_request set expires_at = now() where company_id = ${company.id}`
  await system.change`update employee set invited_at = now() - interval '1 year' where id = ${invited.id}`
  await system.change`update employee set guest_until = now() where id = ${guest.id}`
  const left = () => system.row(states)`
    select (select count(*) from employee where company_id = ${company.id} and state = 'invited') as invited,
      (select count(*) from employee where company_id = ${company.id} and guest_until is not null) as guests,
      (select count(*) from access_request where company_id = ${company.id} and state = 'open') as requests`
  return { id: company.id, left }
}

await system.change`
  create function broken() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`

test('a failure of one company does not stop the others, and the jobs fail so that they are retried', async () => {
  const [first, broken, last] = [await overdue(), await overdue(), await overdue()]
  // The parameter of a trigger's condition cannot be bound.
  await system.change`
    create trigger broken before insert on activity for each row when (new.company_id = ${raw(`'${broken.id}'`)})
    execute function broken()`
  await expect(lapseInvitations(services, {}, job)).rejects.toThrow('broken')
  await expect(lapseRequests(services, {}, job)).rejects.toThrow('broken')
  await expect(endGuests(services, {}, job)).rejects.toThrow('broken')
  const none = { invited: 0, guests: 0, requests: 0 }
  expect([await first.left(), await broken.left(), await last.left()]).toEqual([
    none,
    { invited: 1, guests: 1, requests: 1 },
    none,
  ])
})

const notified = z.object({ hours: z.boolean(), guests: z.boolean() })

/** Creates a company with a person whose hours have just expired and a guest who leaves soon. */
async function ending() {
  const company = await make.company()
  const [person, guest] = [await make.employee(company.id), await make.employee(company.id)]
  await system.change`update employee set service_ends_at = now() - interval '1 minute' where id = ${person.id}`
  await system.change`
    update employee set guest_until = now() + interval '1 hour', created_at = now() - interval '9 days' where id = ${guest.id}`
  const isNotified = () => system.row(notified)`
    select bool_or(hours_told_of is not null) as hours, bool_or(guest_told_of is not null) as guests
    from employee where company_id = ${company.id}`
  return { id: company.id, isNotified }
}

test('a notice that cannot be sent to one company does not stop those to others', async () => {
  const [first, broken, last] = [await ending(), await ending(), await ending()]
  await system.change`
    create trigger broken before update on employee for each row when (new.company_id = ${raw(`'${broken.id}'`)})
    execute function broken()`
  await expect(recordRunOut(services, {}, job)).rejects.toThrow('broken')
  await expect(remindOfGuests(services, {}, job)).rejects.toThrow('broken')
  expect([await first.isNotified(), await broken.isNotified(), await last.isNotified()]).toEqual([
    { hours: true, guests: true },
    { hours: false, guests: false },
    { hours: true, guests: true },
  ])
})

const files = execFileSync('git', ['grep', '-l', '--untracked', 'RunningJob', '--', 'server/modules', 'server/app'], {
  encoding: 'utf8',
})
const jobFiles = files.split('\n').filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'))

/** Loops over companies that run in one transaction or only enqueue jobs. */
const loopsOfOneTransaction = [
  'server/modules/coupons/gift-job.ts',
  'server/modules/customers/follow-ups.ts',
  'server/modules/sales/closing.ts',
]

// Guard: `forEachIsolated`. A plain loop would stop at the first company that fails, and the rest would never be processed.
test('jobs take companies one by one by forEachIsolated', () => {
  expect(jobFiles.length).toBeGreaterThan(20)
  const loop = /for \(const (\{[^}]*\bcompany_id\b[^}]*\} of|\w+ of await \w+\((services\.)?system)/
  expect(jobFiles.filter(file => loop.test(readFileSync(file, 'utf8'))).toSorted()).toEqual(loopsOfOneTransaction)
})
