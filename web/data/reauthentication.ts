import { isProofRefusal } from './answers.ts'
import type { Envelope } from './transport.ts'

/** Asks the user to prove their identity; resolves to whether they did. */
type Ask = () => Promise<boolean>

let ask: Ask | undefined
let asking: Promise<boolean> | undefined

/** Registers the app's one dialog for these questions (web/ui/reauthentication.tsx). Returns a function that unregisters it. */
export function takeProofQuestions(next: Ask): () => void {
  ask = next
  return () => {
    if (ask === next) ask = undefined
  }
}

/** Calls that are refused at the same time share one proof. */
function proved(): Promise<boolean> {
  asking ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
    asking = undefined
  })
  return asking
}

/** Makes a call, and repeats it once after the user's proof if the server demands one. */
export async function withProof(attempt: () => Promise<Envelope>): Promise<Envelope> {
  const envelope = await attempt()
  return isProofRefusal(envelope) && (await proved()) ? attempt() : envelope
}
