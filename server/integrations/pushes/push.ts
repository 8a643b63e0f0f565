import type { PushChannelName } from '#contract/operations/health-names.ts'
import { OutsideFailure } from '../outside-failure.ts'

export interface Push {
  title: string
  text: string
  /** Robots show it as a button; mail already has the URL in its text. */
  button?: { label: string; address: string }
}

/** A channel to the owner. Every external fault is reported as PushFailure, within `pushTimeout`. */
export interface PushChannel {
  /** `id` is the message's id: a second mail with the same id counts as the same mail. */
  send(push: Push, id: string): Promise<void>
}

/** The configured channels. */
export type PushChannels = Partial<Record<PushChannelName, PushChannel>>

/** The message is stored and shown, so it contains no robot's URL, whose key is a secret. */
export class PushFailure extends OutsideFailure {}

/** Milliseconds that a channel has for one message, from the first packet to the whole answer. */
export const pushTimeout = 10_000
