import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { employee } from '#contract/records/employee.ts'
import { gatewayNames } from '#contract/shop.ts'
import { day } from '#server/core/service-time.ts'
import type { Database } from '#server/database/database.ts'
import { hoursPurchase } from './shop-numbers.ts'

/** Person-days that the demonstration's companies have left to assign. */
const left = [268, 45]
const seats = 1_800
/** Minutes until a person agreed to join, and until hours were assigned to them. */
const agreedAfter = 20
const assignedAfter = 25

const person = employee.schema.pick({ employee_id: true, name: true, state: true }).extend({
  company_id: id,
  /** Days ago. */
  joined: z.int(),
  /** Days of service assigned to the person so far, past and future. */
  assigned: z.int(),
  owner: z.string(),
})
type Person = z.output<typeof person>

interface Entry {
  company_id: string
  kind: 'purchase' | 'assignment' | 'gift'
  days: number
  balance_after: number
  employee_id: string | null
  employee_name: string | null
  actor: string
  note: string
  ago: number
}

/**
 * Inserts a ledger that explains the demonstration: purchases as they were needed, one assignment for each person's whole service,
 * a gift, and a matching balance; and the log of when each person was added.
 */
export async function insertHours(database: Database): Promise<void> {
  const people = await database.rows(person)`
    select employee.company_id, employee.id as employee_id, employee.name, employee.state, owner.name as owner,
      floor(extract(epoch from now() - employee.created_at) / 86400)::integer as joined,
      greatest(0, ceil(extract(epoch from employee.service_ends_at - employee.created_at) / 86400))::integer as assigned
    from employee
    join company on company.id = employee.company_id
    join employee owner on owner.company_id = employee.company_id and owner.role = 'owner'
    order by company.verified_at, employee.created_at, employee.id`
  const companies = [...new Set(people.map(({ company_id }) => company_id))]
  for (const [index, companyId] of companies.entries())
    await insertLedger(
      database,
      companyId,
      buildLedger(
        people.filter(({ company_id }) => company_id === companyId),
        left[index] ?? 0,
        index,
      ),
    )
  await database.change`
    insert into employee_log (company_id, employee_id, action, actor_name, detail, created_at)
    select company_id, employee_id, action, case action when 'added' then owner else name end,
      case action when 'added' then '待本人同意' else '' end,
      now() - make_interval(days => joined, mins => -${agreedAfter}::integer * (place::integer - 1))
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb)
      as input (company_id uuid, employee_id uuid, name text, state text, owner text, joined integer)
    cross join unnest(array['added', 'joined']) with ordinality as step (action, place)
    where action = 'added' or state <> 'invited'
    order by place`
  // This invitation was sent three days ago and is about to expire, so that the manager resends it.
  await database.change`
    insert into invitation (company_id, employee_id, token_hash, sent_at, expires_at)
    select company_id, id, sha256(gen_random_uuid()::text::bytea), created_at, created_at + interval '72 hours'
    from employee where state = 'invited'`
}

/** Takes the people in the order in which they joined. */
function buildLedger(people: Person[], balance: number, company: number): Entry[] {
  const [first] = people
  if (!first) return []
  const entries: Entry[] = []
  const base = { company_id: first.company_id, actor: first.owner, employee_id: null, employee_name: null, note: '' }
  let now = 0
  let purchases = 0
  const add = (entry: Omit<Entry, 'balance_after' | 'company_id'>) => {
    now += entry.days
    entries.push({ ...base, ...entry, balance_after: now })
  }
  for (const { employee_id, name, assigned, joined } of people.filter(person => person.assigned > 0)) {
    if (now < assigned) {
      const ago = joined + 1
      const { number, gateway } = hoursPurchase(company, purchases++, new Date(Date.now() - ago * day))
      const actor = gateway === 'transfer' ? '财务' : gatewayNames[gateway]
      add({ ...base, kind: 'purchase', days: seats, actor, note: `订单 ${number}`, ago })
    }
    add({ ...base, kind: 'assignment', days: -assigned, employee_id, employee_name: name, ago: joined })
  }
  if (now < balance) add({ ...base, kind: 'gift', days: balance - now, actor: '平台', note: '系统维护补偿', ago: 3 })
  return entries
}

async function insertLedger(database: Database, companyId: string, entries: Entry[]): Promise<void> {
  // Ids follow the order of the entries, as in a real ledger.
  const timed = entries.map((entry, place) => ({
    ...entry,
    place,
    after: place + (entry.kind === 'assignment' ? assignedAfter * 60 : 0),
  }))
  await database.change`
    insert into service_entry (id, company_id, kind, days, balance_after, employee_id, employee_name, actor_name, note, created_at)
    select uuidv7(make_interval(days => -ago) + make_interval(secs => after)), company_id, kind, days, balance_after,
      employee_id, employee_name, actor, note, now() - make_interval(days => ago) + make_interval(secs => after)
    from jsonb_to_recordset(${JSON.stringify(timed)}::jsonb)
      as input (company_id uuid, kind text, days integer, balance_after integer, employee_id uuid, employee_name text,
        actor text, note text, ago integer, place integer, after integer)
    order by place`
  await database.change`
    insert into service_balance (company_id, days) values (${companyId}, ${entries.at(-1)?.balance_after ?? 0})`
}
