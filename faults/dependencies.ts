import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { contract } from '#contract/index.ts'
import { countOf } from '#server/database/count-rows.ts'
import { expectNone } from './interruptions.ts'
import { randomBetween, withDatabase, withSite } from './site.ts'

const phones = 40

/**
 * Kills the portal while its jobs send codes: each phone that was promised one must get it, and from one message. A message is not
 * promised to leave the portal only once: providers get it again after a kill between the sending and its record, and the
 * demonstration's outbox, which is read here, keeps the first.
 */
export const jobsKilled = (times: number) =>
  withSite(async ({ client, start }) => {
    let portal = await start()
    const faults: string[] = []
    const promised: string[] = []
    let longest = 0
    for (let round = 0; round < times; round += 1) {
      const promisedPhones: string[] = []
      const sending = Array.from({ length: phones }, async (_, index) => {
        const phone = `134${String(round * phones + index).padStart(8, '0')}`
        const input = { send_type: 1, account: phone, email_type: 'register' } as const
        const answer = await client.call(portal.url, 'sendVerificationCode', input).catch(() => undefined)
        if (answer?.code === 200) promisedPhones.push(phone)
      })
      // Kill the portal when some have their answer and others still wait.
      const some = randomBetween(1, phones / 2)
      while (promisedPhones.length < some) await sleep(1)
      await sleep(randomBetween(0, 20))
      portal.kill('SIGKILL')
      await Promise.all(sending)
      await portal.ended
      portal = await start()
      promised.push(...promisedPhones)
      const restartedAt = performance.now()
      const coming = promisedPhones.map(phone =>
        client.codeSentTo(portal.url, phone).then(
          () => {
            longest = Math.max(longest, performance.now() - restartedAt)
          },
          () => faults.push(`${phone} got no code`),
        ),
      )
      await Promise.all(coming)
    }
    // A retried job would create a second message, some seconds after the first.
    await sleep(10_000)
    for (const phone of promised) {
      const messages = (await (await fetch(`${portal.url}/demo/outbox?phone=${phone}`)).json()) as unknown[]
      if (messages.length > 1) faults.push(`${phone} got ${messages.length} messages`)
    }
    return [
      expectNone(
        'killed while its jobs run: codes lost, or two messages for one request',
        faults,
        `${times} times, ${promised.length} codes`,
      ),
      {
        name: 'until the last of these codes came, after the start',
        result: longest / 1000,
        unit: 's',
        atMost: 5,
      } as const,
    ]
  })

/** Fills the upload disk in the middle of a file. Needs the right to mount, which a container's root may lack. */
export const diskFull = () =>
  withSite(async ({ client, start, folder }) => {
    const portal = await start()
    const files = join(portal.dataDir, 'files')
    mkdirSync(files, { recursive: true })
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', files], { stdio: 'pipe' })
    } catch {
      return [expectNone('a full disk under an upload', [`not measured: may not mount in ${folder}`], '')]
    }
    try {
      const { accountId, sid } = await withDatabase(portal, async (_, make) => {
        const account = await make.account()
        return { accountId: account.id, sid: await make.session(account) }
      })
      const faults: string[] = []
      const noise = await sharp({
        create: {
          width: 1200,
          height: 900,
          channels: 3,
          background: '#888',
          noise: { type: 'gaussian', mean: 128, sigma: 60 },
        },
      })
        .jpeg({ quality: 95 })
        .toBuffer()
      const upload = async () => {
        const form = new FormData()
        form.set('sid', sid)
        form.set('purpose', 'licence')
        form.set('file', new Blob([new Uint8Array(noise)], { type: 'image/jpeg' }), '营业执照.jpg')
        const response = await fetch(`${portal.url}/api${contract.uploadFile.path}`, { method: 'POST', body: form })
        return (await response.json()) as { code: number; msg: string }
      }
      const { code, msg } = await upload()
      if (code !== 503) faults.push(`answered ${code} ${msg}`)
      const left = readdirSync(files, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
      for (const { name, parentPath } of left)
        faults.push(`${name} of ${statSync(join(parentPath, name)).size} bytes was left`)
      const rows = await withDatabase(portal, system =>
        countOf(system, sql`select count(*) from stored_file where account_id = ${accountId}`),
      )
      if (rows) faults.push(`${rows} rows were left`)
      // Everything else still works.
      const info = await client.call(portal.url, 'wGetUserInfo', {}, { sid })
      if (info.code !== 200) faults.push(`others got ${info.code} ${info.msg}`)
      return [expectNone('a full disk under an upload: no clear answer, or something left', faults, `${code} ${msg}`)]
    } finally {
      execFileSync('umount', [files])
    }
  })

/** Makes the SMS provider unreachable: people who need no message must not notice. */
export const messagesAway = () =>
  withSite(async ({ client, start }) => {
    const { url } = await start({
      SMS: 'aliyun',
      // Nothing listens on this port.
      SMS_ENDPOINT: '127.0.0.1:9',
      SMS_ACCESS_KEY_ID: 'none',
      SMS_ACCESS_KEY_SECRET: 'none',
      SMS_SIGN_NAME: '海易联',
      SMS_CODE_TEMPLATE: 'SMS_1',
      SMS_NOTICE_TEMPLATE: 'SMS_2',
    })
    const faults: string[] = []
    const manager = { username: '13800000001', password: 'demo1234' }
    const input = { send_type: 1, account: manager.username, email_type: 'forgotpwd' } as const
    const codeAnswer = await client.call(url, 'sendVerificationCode', input)
    if (codeAnswer.code !== 200) faults.push(`sendVerificationCode answered ${codeAnswer.code} ${codeAnswer.msg}`)
    const login = await client.call(url, 'wLogin', { is_agree: 1, ...manager })
    if (login.code !== 200) faults.push(`login answered ${login.code} ${login.msg}`)
    return [
      expectNone(
        'short messages cannot be sent: login refused',
        faults,
        `the one who asked for a code: ${codeAnswer.msg}`,
      ),
    ]
  })
