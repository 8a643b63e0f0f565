import type { CallName, InputOf, OutputOf } from '#contract/index.ts'
import { clientVersion, instanceId, unchangedCode, webClient } from '#contract/rules.ts'
import { type Answered, type CallOptions, isSessionRefusal, refusal } from './answers.ts'
import { type CallRoute, calls } from './calls.generated.ts'
import { expectEffect } from './expected-effects.ts'
import { keyed } from './keyed.ts'
import { loading } from './loading.ts'
import { addNetworkError } from './network-errors.ts'
import { portal } from './portal.ts'
import { withProof } from './reauthentication.ts'
import { session } from './session.ts'
import { keepsData } from './storage.ts'
import { store } from './store.ts'
import { type Envelope, type HttpResponse, NoAnswer, noAnswerText, parseEnvelope, post, upload } from './transport.ts'

export type Answer<Name extends CallName> = Answered<OutputOf<Name>>

const client = {
  'accept-language': 'zh-CN',
  authorization: `${webClient} ${clientVersion}`,
}

function send(
  name: CallName,
  route: CallRoute,
  input: object,
  sid: string,
  options: CallOptions,
): Promise<HttpResponse> {
  const url = portal().apiBase + route.path
  // By the specification, a password reset has no instance.
  const instance = name === 'forgotPassword' ? {} : { instance_id: instanceId }
  const fields = { ...instance, ...input, ...(route.access === 'public' ? {} : { sid }) }
  return route.multipart ? upload(url, fields, client, options) : post(url, JSON.stringify(fields), client, options)
}

type Opening = {
  [Name in CallName]: OutputOf<Name> extends { sid: string; user_info: object } ? Name : never
}[CallName]
/** The calls that open a session. It would be lost, unseen, in a browser that stores nothing. */
const opening: Record<Opening, true> = {
  wLogin: true,
  wRegister: true,
  channelRegister: true,
  logInWithPasskey: true,
  acceptInvitation: true,
}
const cannotStore =
  '浏览器不允许本站保存数据（或空间已满），因此无法登录。请在浏览器设置中允许本站的 Cookie 与数据后重试'

async function attempt(name: CallName, input: object, options: CallOptions): Promise<Envelope> {
  const route = calls[name]
  if (name in opening && !keepsData()) return refusal(0, cannotStore)
  const sid = session.sid()
  if (route.access !== 'public' && !sid) {
    session.invalidate()
    return refusal(-41003, '登录已过期，请重新登录', 'sid')
  }
  const done = options.background ? undefined : loading.begin()
  const start = Date.now()
  try {
    const envelope = parseEnvelope(await send(name, route, input, sid, options))
    // Another session may have begun in another tab meanwhile, which has not ended.
    const isOther = session.sid() !== '' && session.sid() !== sid
    if (isSessionRefusal(envelope) && !options.keepSession && !isOther) session.invalidate(endedBecause(envelope))
    if ((envelope.code === -41017 || envelope.code === -41024) && route.access === 'manager') await followRole()
    return envelope
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    const { kind } = error
    if (kind !== 'cancelled')
      store.set({ errors: addNetworkError({ time: start, call: name, kind, ms: Date.now() - start }) })
    return refusal(0, noAnswerText[kind])
  } finally {
    done?.()
  }
}

/** To the server a missing sid is a parameter error; the other codes have messages that explain to users why the session ended. */
const endedBecause = ({ code, msg }: Envelope) => (code === -41003 ? undefined : msg || undefined)

let following: Promise<void> | undefined
let changedMeanwhile = false
/**
 * Reloads the account while its console is open, because the user may have been removed from the company or given another role,
 * which the menu and the pages follow. A change that is announced during a reload may not be in its answer, so another one follows.
 */
export function followRole(changed = false): Promise<void> {
  changedMeanwhile ||= changed
  following ??= readRoles().finally(() => {
    following = undefined
  })
  return following
}

async function readRoles(): Promise<void> {
  do {
    changedMeanwhile = false
    await readRole()
  } while (changedMeanwhile)
}

async function readRole(): Promise<void> {
  if (!session.manager()) return
  const answer = await api.wGetUserInfo({}, { background: true })
  if (!answer.ok || !session.manager()) return
  const { user_info } = answer.data
  if (user_info.is_company_manager) session.setUserInfo(user_info)
  else session.leaveConsole(user_info)
}

type Api = { [Name in CallName]: (input: InputOf<Name>, options?: CallOptions) => Promise<Answer<Name>> }

/** Every call of the contract. None of them throws for a network or server error: check `ok`. */
export const api = Object.fromEntries(
  Object.keys(calls).map(name => {
    // The computed key is also the function's name, by which a submission finds out whether the call is open to the user
    // (callNamed).
    const named = {
      async [name](input: object, options: CallOptions = {}) {
        // The cast holds because the table is generated from the contract, so its keys are the call names.
        const settle = expectEffect(name as CallName, input)
        const { code, msg, data, tag, isReplayed } = await keyed(calls[name as CallName], options, sent =>
          withProof(() => attempt(name as CallName, input, sent)),
        )
        settle?.(code === 200)
        if (code === unchangedCode && options.held) return { code: 200, msg, ...options.held, ok: true }
        return { code, msg, data, ok: code === 200, ...(tag && { tag }), ...(isReplayed && { isReplayed }) }
      },
    }
    return [name, named[name]]
  }),
  // The cast holds because the table has every name, and server tests prove that each answer has the shape of its contract.
) as unknown as Api
