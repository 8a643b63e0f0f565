import { raw } from 'sql-template-tag'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { endGuests } from '#server/modules/handover/guests.ts'
import { lapseInvitations } from '#server/modules/people/employees/joining.ts'
import { lapseRequests } from '#server/modules/requests/requests.ts'
import { testPortal } from '#server/testing/portal.ts'

const { call, make, services, system } = await testPortal()
const job = { log: services.log, stopping: new AbortController().signal }

const states = z.object({ invited: z.int(), guests: z.int(), requests: z.int() })

/** A company whose guest, invitation and request are all over. */
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

test('the trouble of one company holds up none of the others, and the jobs fail to be tried again', async () => {
  const [first, broken, last] = [await overdue(), await overdue(), await overdue()]
  await system.change`
    create function broken() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`
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
