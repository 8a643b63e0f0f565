import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'
import type { Database, RowSchema } from '#server/database/database.ts'
import type { JobKind } from '#server/engines/jobs/jobs.ts'
import type { RunningJob, TaskServices } from '#server/engines/jobs/task.ts'
import {
  type Attempt,
  disableReceiver,
  type Leased,
  leaseReceivers,
  nextAttempt,
  nextMessages,
  noteFailure,
  noteTaken,
  type Outbox,
  release,
} from './outbox.sql.ts'

/** Receivers that one process tells at a time. A slow one holds up its own messages alone. */
const atOnce = 20
/** Messages that are read at a time. */
const batch = 50
/** Milliseconds after which a run leaves the rest to the next one, so that other jobs have their turn. */
const runFor = 8_000
/** Milliseconds that a run waits for the next attempt rather than coming again. */
const shortWait = 500

export type Sent = Pick<Attempt, 'status' | 'answer' | 'problem'> & {
  /** The message is refused for good and not tried again. */
  refused?: boolean
}

interface Delivery<Receiver extends RowSchema, Opened, Message> {
  outbox: Outbox<Receiver>
  job: JobKind<Record<string, never>>
  /** Opens the receiver's secrets. An error disables the receiver. */
  open(services: TaskServices, receiver: Leased & z.output<Receiver>): Opened
  unopened: string
  load(
    system: Database,
    receiver: Leased & z.output<Receiver>,
    messageIds: string[],
  ): Promise<(Message & { message_id: string })[]>
  /** Sends one message and never throws. */
  send(
    services: TaskServices,
    receiver: Leased & z.output<Receiver>,
    opened: Opened,
    message: Message & { message_id: string },
  ): Promise<Sent>
  /** Milliseconds between two messages to one receiver, and before the first repetition. */
  pace(config: TaskServices['config']): number
  firstWait(config: TaskServices['config']): number
  /** Returns the reason to give the receiver up; undefined where it is tried again. */
  hopeless(
    sent: Sent,
    failure: { worn_out: boolean },
    receiver: Leased & z.output<Receiver>,
    system: Database,
  ): Promise<string | undefined>
  /** Records and tells that the receiver was disabled, in the same transaction. */
  disabled(
    transaction: Database,
    services: TaskServices,
    receiver: Leased & z.output<Receiver>,
    reason: string,
  ): Promise<void>
}

/** Returns the task that delivers what waits, in its order for each receiver, and comes again when the next attempt is due. */
export function deliverOutbox<Receiver extends RowSchema, Opened, Message>(
  delivery: Delivery<Receiver, Opened, Message>,
): (services: TaskServices, payload: object, job: RunningJob) => Promise<void> {
  type LeasedReceiver = Leased & z.output<Receiver>
  const { outbox } = delivery
  /** A portal's runs share a turn: whatever their receivers do, they hold one of its workers. */
  const running = new WeakSet<Database>()

  /** Disables a receiver and notifies the managers, once. Waiting messages are kept until it is enabled again. */
  const giveUp = (services: TaskServices, receiver: LeasedReceiver, lease: string, reason: string) =>
    services.system.transaction(async transaction => {
      if (await disableReceiver(transaction, outbox, lease, receiver))
        await delivery.disabled(transaction, services, receiver, reason)
    })

  /** Sends one message. Returns whether the next one may follow. */
  async function deliver(
    services: TaskServices,
    receiver: LeasedReceiver,
    lease: string,
    opened: Opened,
    message: Message & { message_id: string },
  ): Promise<boolean> {
    const { system, config } = services
    const began = performance.now()
    const { refused = false, ...sent } = await delivery.send(services, receiver, opened, message)
    const attempt = { ...sent, messageId: message.message_id, ms: Math.round(performance.now() - began) }
    const pace = delivery.pace(config)
    if (!sent.problem) return (await noteTaken(system, outbox, receiver, { lease, attempt, pace })) && !pace
    const firstWait = delivery.firstWait(config)
    const failure = await noteFailure(system, outbox, receiver, { lease, attempt, firstWait, refused })
    const reason = failure && (await delivery.hopeless({ ...sent, refused }, failure, receiver, system))
    if (reason) await giveUp(services, receiver, lease, reason)
    return false
  }

  /** Sends one receiver its messages until none waits, one fails, or the time is over. */
  async function deliverTo(services: TaskServices, receiver: LeasedReceiver, lease: string, isOver: () => boolean) {
    const { system, log } = services
    let opened: Opened
    try {
      opened = delivery.open(services, receiver)
    } catch (err) {
      log.error({ err, receiver: receiver.receiver_id }, 'a receiver has no usable secret and waits for another one')
      return giveUp(services, receiver, lease, delivery.unopened)
    }
    for (;;) {
      const ids = await nextMessages(system, outbox, receiver, batch)
      const messages = ids.length ? await delivery.load(system, receiver, ids) : []
      if (!messages.length) break
      for (const message of messages) {
        if (isOver()) return void (await release(system, outbox, lease, receiver))
        if (!(await deliver(services, receiver, lease, opened, message)))
          return void (await release(system, outbox, lease, receiver))
      }
    }
    await release(system, outbox, lease, receiver)
  }

  return async (services, _payload, job) => {
    const { system } = services
    if (running.has(system)) return
    running.add(system)
    const until = Date.now() + runFor
    const isOver = () => job.stopping.aborted || Date.now() > until
    try {
      while (!isOver()) {
        const lease = randomUUID()
        const receivers = await leaseReceivers(system, outbox, lease, atOnce)
        await Promise.all(receivers.map(receiver => deliverTo(services, receiver, lease, isOver)))
        if (receivers.length) continue
        const next = await nextAttempt(system, outbox)
        const wait = next ? next.getTime() - Date.now() : Number.POSITIVE_INFINITY
        if (wait > shortWait) break
        await sleep(Math.max(1, wait), undefined, { signal: job.stopping }).catch(() => {})
      }
    } finally {
      running.delete(system)
    }
    const next = await nextAttempt(system, outbox)
    if (next) await services.jobs.enqueue(system, delivery.job, {}, { runAt: next, key: `${delivery.job.name}_later` })
  }
}
