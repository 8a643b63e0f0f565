import { phoneProblem } from '#contract/rules.ts'
import { isSessionRefusal, type Refused, sentence } from '#web/data/answers.ts'
import { api } from '#web/data/api.ts'
import { toast } from '#web/ui/toast.ts'
import { type CodePurpose, codeWait, startCountdown } from './code-countdown.ts'

/** Codes for a phone that the user types; an administrator's code goes to the stored phone. */
export type TypedPurpose = Exclude<CodePurpose, 'admin'>

const maxProofs = 3

type Progress = (state: 'sending' | 'proving' | 'idle') => void

const post = (purpose: TypedPurpose, phone: string, proof?: string) =>
  purpose === 'phone'
    ? api.sendPhoneChangeCode({ phone, proof })
    : api.sendVerificationCode({ send_type: 1, account: phone, email_type: purpose, proof })

async function solveChallenge(): Promise<string | undefined> {
  const challenge = await api.getProofChallenge({})
  if (!challenge.ok) return undefined
  const { solve } = await import('./proof-of-work.ts')
  return solve(challenge.data.challenge)
}

/** Starts the countdown and reports the outcome after a code was requested. */
export function reportSending(purpose: CodePurpose, answer: { ok: true } | Refused): void {
  if (answer.ok) {
    startCountdown(purpose)
    toast.success('验证码已发送，请注意查收短信')
    return
  }
  if (answer.code === -41006) startCountdown(purpose, Number(answer.data) || codeWait)
  if (!isSessionRefusal(answer)) toast.error(sentence(answer))
}

/** Sends a code if the phone passes its check. Returns the phone's problem, if any, for its field. */
export async function sendCode(purpose: TypedPurpose, phone: string, progress: Progress): Promise<string | undefined> {
  const problem = phoneProblem(phone)
  if (problem) return problem
  progress('sending')
  try {
    let answer = await post(purpose, phone)
    // During the work the difficulty may rise, or a phone may switch networks, so it is repeated.
    for (let tries = 0; tries < maxProofs && !answer.ok && answer.code === -41014; tries++) {
      progress('proving')
      const proof = await solveChallenge()
      if (!proof) break
      answer = await post(purpose, phone, proof)
    }
    reportSending(purpose, answer)
  } finally {
    progress('idle')
  }
}
