import { isProofRefusal } from './answers.ts'
import type { Envelope } from './transport.ts'

/** Asks the person at the page to prove who they are; resolves to whether they did. */
type Ask = () => Promise<boolean>

let ask: Ask | undefined
let asking: Promise<boolean> | undefined

/** The app's one dialog takes the questions (web/ui/reauthentication.tsx). Returns what ends that. */
export function takeProofQuestions(next: Ask): () => void {
  ask = next
  return () => {
    if (ask === next) ask = undefined
  }
}

/** Calls that are refused at once wait for one and the same proof. */
function proved(): Promise<boolean> {
  asking ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
    asking = undefined
  })
  return asking
}

/** Makes a call, and once more after the person has proved who they are where the server demands it. */
export async function withProof(attempt: () => Promise<Envelope>): Promise<Envelope> {
  const envelope = await attempt()
  return isProofRefusal(envelope) && (await proved()) ? attempt() : envelope
}
