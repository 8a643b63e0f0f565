import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { afterAll } from 'vitest'
import { type CallName, contract, type InputOf, type OutputOf } from '#contract/index.ts'
import {
  type OperationInput,
  type OperationName,
  type OperationOutput,
  operations,
} from '#contract/operations/index.ts'
import { cookieName } from '#server/app/http/cookies.ts'
import { readConfig } from '#server/core/config.ts'
import { testDatabase } from './database.ts'
import { makeOn } from './make.ts'
import { testReplica } from './replica.ts'
import { unrecorded } from './unrecorded.ts'

export interface Answer<Name extends CallName> {
  /** The HTTP status. */
  status: number
  code: number
  msg: string
  /** Has the contract's type when `code` is 200, so tests check the code first. */
  data: OutputOf<Name>
}

/** The answer of a back-office operation. */
export interface OperationAnswer<Name extends OperationName> extends Omit<Answer<CallName>, 'data'> {
  data: OperationOutput<Name>
}

interface RequestOptions {
  sid?: string
  /** The secret of a company's token, in place of a sid. */
  token?: string
  ip?: string
  headers?: Record<string, string>
  /** False sends no idempotency key, which the contract leaves to the caller. */
  keyed?: boolean
}

/** Runs the whole portal on a new database, without pages: `const portal = await testPortal()` at a test file's top level. */
export async function testPortal(
  environment: Record<string, string> = {},
  log?: Logger,
  choices: { answerWithin?: number; poolSize?: number } = {},
) {
  const { url } = await testDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-test-'))
  const config = readConfig({
    DATA_DIR: dataDir,
    TRUST_PROXY: '127.0.0.1',
    // The factories' people have given no consent; the tests of consent set a different day.
    CROSS_BORDER_CONSENT_FROM: '2999-01-01',
    ...environment,
  })
  const portal = await testReplica(config, { url, ...(log && { log }), ...choices })
  await portal.app.ready()
  afterAll(async () => {
    await portal.stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  /** Sends any body to any path, as a client that knows no contract would. */
  async function post(path: string, body: unknown, { ip, token, headers, keyed = true }: RequestOptions = {}) {
    const response = await portal.app.inject({
      method: 'POST',
      url: `/api${path}`,
      headers: {
        'content-type': 'application/json',
        authorization: token === undefined ? 'portal-web 1201' : `Bearer ${token}`,
        // The pages send a key, too, so every test of a change also tests its idempotency.
        ...(keyed && { 'idempotency-key': randomUUID() }),
        ...(ip && { 'x-forwarded-for': ip }),
        ...headers,
      },
      payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
    })
    return { status: response.statusCode, body: response.body, headers: response.headers }
  }

  async function call<Name extends CallName>(
    name: Name,
    input: InputOf<Name>,
    options: RequestOptions = {},
  ): Promise<Answer<Name>> {
    const payload = { ...(input as object), ...(options.sid !== undefined && { sid: options.sid }) }
    const { status, body } = await post(contract[name].path, payload, options)
    return { status, ...(JSON.parse(body) as Omit<Answer<Name>, 'status'>) }
  }

  /** Calls an operation of the back office, with the token of `make.operatorSession`. */
  async function operate<Name extends OperationName>(
    name: Name,
    input: OperationInput<Name>,
    { token, headers, ...options }: Omit<RequestOptions, 'sid'> = {},
  ): Promise<OperationAnswer<Name>> {
    const { status, body } = await post(`/operations${operations[name].path}`, input, {
      headers: {
        authorization: 'operations-web 1201',
        ...(token && { cookie: `${cookieName(config, 'operator')}=${token}` }),
        ...headers,
      },
      ...options,
    })
    return { status, ...(JSON.parse(body) as Omit<OperationAnswer<Name>, 'status'>) }
  }

  /** Returns the newest code sent to a phone; waits for the job that sends it. */
  async function codeSentTo(phone: string): Promise<string> {
    for (const deadline = Date.now() + 30_000; Date.now() < deadline; ) {
      const response = await portal.app.inject({ url: `/demo/outbox?phone=${phone}` })
      const [newest] = response.json<{ code: string | null }[]>()
      if (newest?.code) return newest.code
      await new Promise(resolve => setTimeout(resolve, 10))
    }
    throw new Error(`no code was sent to ${phone}`)
  }

  const system = unrecorded(portal.services.system)
  return {
    ...portal,
    config,
    url,
    post,
    call,
    operate,
    codeSentTo,
    make: makeOn(system),
    /** A handle for preparing rows; what it changes of who may use which line is recorded nowhere. */
    system,
  }
}
