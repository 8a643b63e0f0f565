import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { Database, RowSchema } from '#server/database/database.ts'
import type { JobKind } from '#server/engines/jobs/jobs.ts'
import { runConcurrently } from '#server/engines/jobs/run-concurrently.ts'
import type { RunningJob, TaskServices } from '#server/engines/jobs/task.ts'
import {
  type Attempt,
  disableReceiver,
  type Leased,
  leaseReceivers,
  nextAttempt,
  nextMessages,
  noteFailure,
  type Outbox,
  recordAccepted,
  release,
} from './outbox.sql.ts'

/** The most receivers that a process serves concurrently. A slow one delays only its own messages. */
const atOnce = 20
/** The number of messages read at a time. */
const batch = 50
/** Milliseconds after which a receiver with more messages goes to the end of the line. */
const turn = 8_000
/** Milliseconds after which a run leaves the rest to the next one: an endless run would look like a hanging one. */
const runFor = 600_000

export type Sent = Pick<Attempt, 'status' | 'answer' | 'problem'> & {
  /** True if the message is refused for good and not tried again. */
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
  /** Returns the reason to give the receiver up; undefined if it is tried again. */
  giveUpReason(
    sent: Sent,
    failure: { worn_out: boolean },
    receiver: Leased & z.output<Receiver>,
    system: Database,
  ): Promise<string | undefined>
  /** Records and announces that the receiver was disabled, in the same transaction. */
  disabled(
    transaction: Database,
    services: TaskServices,
    receiver: Leased & z.output<Receiver>,
    reason: string,
  ): Promise<void>
}

/**
 * Returns the task that delivers pending messages, in order per receiver, and runs again when the next attempt is due. While it
 * works it also finds messages added meanwhile.
 */
export function deliverOutbox<Receiver extends RowSchema, Opened, Message>(
  delivery: Delivery<Receiver, Opened, Message>,
): (services: TaskServices, payload: object, job: RunningJob) => Promise<void> {
  type LeasedReceiver = Leased & z.output<Receiver>
  const { outbox } = delivery

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
    if (!sent.problem) return (await recordAccepted(system, outbox, receiver, { lease, attempt, pace })) && !pace
    const firstWait = delivery.firstWait(config)
    const failure = await noteFailure(system, outbox, receiver, { lease, attempt, firstWait, refused })
    const reason = failure && (await delivery.giveUpReason({ ...sent, refused }, failure, receiver, system))
    if (reason) await giveUp(services, receiver, lease, reason)
    return false
  }

  /** Sends one receiver its messages until none waits, one fails, or its turn is over. */
  async function deliverTo(services: TaskServices, receiver: LeasedReceiver, lease: string, stopping: AbortSignal) {
    const { system, log } = services
    const until = performance.now() + turn
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
        if (stopping.aborted || performance.now() > until) return void (await release(system, outbox, lease, receiver))
        if (!(await deliver(services, receiver, lease, opened, message)))
          return void (await release(system, outbox, lease, receiver))
      }
    }
    await release(system, outbox, lease, receiver)
  }

  return async (services, _payload, { stopping }) => {
    const { system } = services
    const until = performance.now() + runFor
    const isOver = () => performance.now() > until
    await runConcurrently({
      ...{ atOnce, stopping },
      async take(most) {
        if (isOver()) return []
        const lease = randomUUID()
        const receivers = await leaseReceivers(system, outbox, lease, most)
        return receivers.map(receiver => ({ receiver, lease }))
      },
      work: ({ receiver, lease }) => deliverTo(services, receiver, lease, stopping),
      dueIn: async () => (isOver() ? undefined : (await nextAttempt(system, outbox))?.due_in),
    })
    const next = await nextAttempt(system, outbox)
    if (next)
      await services.jobs.enqueue(system, delivery.job, {}, { runAt: next.at, key: `${delivery.job.name}_later` })
  }
}
