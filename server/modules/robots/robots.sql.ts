import sql from 'sql-template-tag'
import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { companyRobot, robotMessage } from '#contract/records/company-robot.ts'
import { maxRobots, type RobotNotice } from '#contract/robot-names.ts'
import { lockName } from '#server/database/advisory-lock.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import type { Page } from '#server/database/listed.ts'
import { queueStatement } from '#server/database/transaction.ts'

/** The most messages that a list counts. */
const counted = 10_000

const listed = companyRobot.schema.extend({ pending: z.int() })

export const listRobots = (company: Database, companyId: string) =>
  company.rows(listed)`
  select robot.id as robot_id, provider, name, address_end, kinds, state, created_at, failing_since, disabled_at, (
    select count(*) from (
      select from robot_message message
      where message.company_id = robot.company_id and message.robot_id = robot.id and message.state = 'pending'
      limit ${counted}) as waiting)::integer as pending
  from company_robot robot where company_id = ${companyId} order by created_at, id`

const found = companyRobot.schema
  .pick({ robot_id: true, provider: true, name: true, address_end: true, kinds: true, state: true })
  .extend({ secrets_sealed: z.instanceof(Buffer) })
export type FoundRobot = z.output<typeof found>
const columns = sql`id as robot_id, provider, name, address_end, kinds, state, secrets_sealed`

/** Locks a robot, so that of two concurrent changes the second finds the first's result. */
export const lockRobot = (transaction: Database, companyId: string, robotId: string) =>
  transaction.row(found)`
  select ${columns} from company_robot where company_id = ${companyId} and id = ${robotId} for no key update`

export const countRobot = (company: Database, companyId: string, robotId: string) =>
  countRows(company, sql`company_robot where company_id = ${companyId} and id = ${robotId}`)

const made = z.object({ robot_id: id })

/** Guard: the company's lock, so that of two concurrent calls the second counts the first. */
export async function insertRobot(transaction: Database, companyId: string, robot: Omit<FoundRobot, 'state'>) {
  const { robot_id, provider, name, address_end, kinds, secrets_sealed } = robot
  await lockName(transaction, `robots ${companyId}`)
  return transaction.row(made)`
  insert into company_robot (company_id, id, provider, name, address_end, kinds, secrets_sealed)
  select ${companyId}, ${robot_id}, ${provider}, ${name}, ${address_end}, ${kinds}::text[], ${secrets_sealed}
  where (select count(*) from company_robot where company_id = ${companyId}) < ${maxRobots}
  returning id as robot_id`
}

/**
 * A change that may have repaired the robot resets it: it is tried immediately. A sender with the former address loses the lease,
 * and so records nothing of it any more.
 */
export const updateRobot = (
  transaction: Database,
  companyId: string,
  { robot_id, name, address_end, kinds, state, secrets_sealed }: FoundRobot,
) =>
  transaction.change`
  update company_robot set name = ${name}, address_end = ${address_end}, kinds = ${kinds}::text[], state = ${state},
    secrets_sealed = ${secrets_sealed}, disabled_at = case when ${state} = 'disabled' then coalesce(disabled_at, now()) end,
    attempts = case when secrets_sealed = ${secrets_sealed} and state = ${state} then attempts else 0 end,
    failing_since = case when secrets_sealed = ${secrets_sealed} and state = ${state} then failing_since end,
    next_attempt_at = case when secrets_sealed = ${secrets_sealed} and state = ${state} then next_attempt_at end,
    lease = case when secrets_sealed = ${secrets_sealed} then lease end,
    leased_until = case when secrets_sealed = ${secrets_sealed} then leased_until end
  where company_id = ${companyId} and id = ${robot_id}`

export const deleteRobot = (transaction: Database, companyId: string, robotId: string) =>
  transaction.row(found)`
  delete from company_robot where company_id = ${companyId} and id = ${robotId} returning ${columns}`

export interface NewMessage {
  title: string
  text: string
  link: string
  /** The request that the message's button opens for a decision. */
  requestId?: string | null
}

const wake = (companyId: string) => sql`
  insert into pending_notification (company_id, channel) select ${companyId}, 'robots' from left_ limit 1`

/**
 * Queues a message for each robot that receives it, in the transaction of the event, and wakes the delivery. Most companies have no
 * robot, so nobody waits for the statement.
 */
export const leaveMessages = (
  transaction: Database,
  companyId: string,
  kind: RobotNotice,
  { title, text, link, requestId = null }: NewMessage,
) =>
  queueStatement(
    transaction,
    sql`with left_ as (
    insert into robot_message (company_id, robot_id, title, text, link, request_id)
    select company_id, id, ${title}, ${text}, ${link}, ${requestId}::uuid from company_robot
    where company_id = ${companyId} and state = 'active' and ${kind} = any(kinds) order by id for key share
    returning company_id)
  ${wake(companyId)}`,
  )

/** Queues a message for one robot. Returns 0 where it is paused. */
export const leaveMessage = (
  transaction: Database,
  companyId: string,
  robotId: string,
  { title, text, link }: NewMessage,
) =>
  transaction.change`with left_ as (
    insert into robot_message (company_id, robot_id, title, text, link)
    select company_id, id, ${title}, ${text}, ${link} from company_robot
    where company_id = ${companyId} and id = ${robotId} and state = 'active' for key share
    returning company_id)
  ${wake(companyId)}`

export const listRobotMessages = (company: Database, companyId: string, robotId: string, { limit, offset }: Page) =>
  company.rows(robotMessage.schema)`
  select message.id as message_id, title, text, state, created_at, delivered_at,
    (select count(*) from robot_attempt attempt
      where attempt.company_id = message.company_id and attempt.message_id = message.id)::integer as attempts,
    (select problem from robot_attempt attempt
      where attempt.company_id = message.company_id and attempt.message_id = message.id
      order by attempt.id desc limit 1) as problem
  from robot_message message where company_id = ${companyId} and robot_id = ${robotId}
  order by message.id desc limit ${limit} offset ${offset}`

export const countRobotMessages = (company: Database, companyId: string, robotId: string) =>
  countRows(
    company,
    sql`(select from robot_message where company_id = ${companyId} and robot_id = ${robotId} limit ${counted}) as counted`,
  )

const sendable = z.object({
  message_id: id,
  title: z.string(),
  text: z.string(),
  link: z.string(),
  request_id: id.nullable(),
})

export const messagesOf = (system: Database, companyId: string, messageIds: readonly string[]) =>
  system.rows(sendable)`
  select id as message_id, title, text, link, request_id from robot_message
  where company_id = ${companyId} and id = any(${messageIds}::uuid[]) order by position`

/** Counts the messages refused since the last accepted one, or since the robot was repaired. */
export const countRefusals = (
  system: Database,
  { company_id, receiver_id }: { company_id: string; receiver_id: string },
) =>
  countRows(
    system,
    sql`company_robot robot join robot_message message
        on message.company_id = robot.company_id and message.robot_id = robot.id and message.state = 'refused'
      where robot.company_id = ${company_id} and robot.id = ${receiver_id} and exists (
        select from robot_attempt attempt
        where attempt.company_id = message.company_id and attempt.message_id = message.id and attempt.at >= robot.failing_since)`,
  )
