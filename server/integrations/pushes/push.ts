import type { PushChannelName } from '#contract/operations/health-names.ts'
import { OutsideFailure } from '../outside-failure.ts'

export interface Push {
  title: string
  text: string
  /** A robot shows it as a button; a mail has the address in its text already. */
  button?: { label: string; address: string }
}

/** One way to reach the owner. Every external fault surfaces as PushFailure, within `pushTimeout`. */
export interface PushChannel {
  /** `id` is that of the message: a second mail with it is the same mail. */
  send(push: Push, id: string): Promise<void>
}

/** The channels that are configured. */
export type PushChannels = Partial<Record<PushChannelName, PushChannel>>

/** The message is stored and shown, so it holds no address of a robot, whose key is a secret. */
export class PushFailure extends OutsideFailure {}

/** Milliseconds that a channel has for one message, from the first packet to the whole answer. */
export const pushTimeout = 10_000
