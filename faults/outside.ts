import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { contract } from '#contract/index.ts'
import { none } from './ended.ts'
import { inside, randomly, withSite } from './site.ts'

const phones = 40

/** Killed while its jobs send codes: each phone that was promised one gets it, and gets it once. */
export const jobsKilled = (times: number) =>
  withSite(async ({ client, start }) => {
    let portal = await start()
    const faults: string[] = []
    let promised = 0
    let longest = 0
    for (let round = 0; round < times; round += 1) {
      const asked: string[] = []
      const sending = Array.from({ length: phones }, async (_, index) => {
        const phone = `134${String(round * phones + index).padStart(8, '0')}`
        const input = { send_type: 1, account: phone, email_type: 'register' } as const
        const answer = await client.call(portal.url, 'sendVerificationCode', input).catch(() => undefined)
        if (answer?.code === 200) asked.push(phone)
      })
      // Some have their answer, others wait for it.
      const some = randomly(1, phones / 2)
      while (asked.length < some) await sleep(1)
      await sleep(randomly(0, 20))
      portal.kill('SIGKILL')
      await Promise.all(sending)
      await portal.ended
      portal = await start()
      promised += asked.length
      const again = performance.now()
      const coming = asked.map(phone =>
        client.codeSentTo(portal.url, phone).then(
          () => {
            longest = Math.max(longest, performance.now() - again)
          },
          () => faults.push(`${phone} got no code`),
        ),
      )
      await Promise.all(coming)
      for (const phone of asked) {
        const sent = (await (await fetch(`${portal.url}/demo/outbox?phone=${phone}`)).json()) as unknown[]
        if (sent.length > 1) faults.push(`${phone} got ${sent.length} codes`)
      }
    }
    return [
      none('killed while its jobs run: codes lost or sent twice', faults, `${times} times, ${promised} codes`),
      {
        name: 'until the last of these codes came, after the start',
        result: longest / 1000,
        unit: 's',
        atMost: 5,
      } as const,
    ]
  })

/** The disk of the uploads is full in the middle of a file. Needs the right to mount, which a container's root may lack. */
export const diskFull = () =>
  withSite(async ({ client, start, folder }) => {
    const portal = await start()
    const files = join(portal.dataDir, 'files')
    mkdirSync(files, { recursive: true })
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', files], { stdio: 'pipe' })
    } catch {
      return [{ name: 'disk full', result: 0, unit: '' as const, note: `not tried: may not mount in ${folder}` }]
    }
    try {
      const { accountId, sid } = await inside(portal, async (_, make) => {
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
      const rows = await inside(portal, system =>
        system.rows(sql`select id from stored_file where account_id = ${accountId}`),
      )
      if (rows.length) faults.push(`${rows.length} rows were left`)
      // And all else works.
      const info = await client.call(portal.url, 'wGetUserInfo', {}, { sid })
      if (info.code !== 200) faults.push(`others got ${info.code} ${info.msg}`)
      return [none('a full disk under an upload: no clear answer, or something left', faults, `${code} ${msg}`)]
    } finally {
      execFileSync('umount', [files])
    }
  })

/** The provider of short messages cannot be reached: who does not need one notices nothing. */
export const messagesAway = () =>
  withSite(async ({ client, start }) => {
    const { url } = await start({
      SMS: 'aliyun',
      // Nobody listens there.
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
    const asked = await client.call(url, 'sendVerificationCode', input)
    if (asked.code !== 200) faults.push(`sendVerificationCode answered ${asked.code} ${asked.msg}`)
    const login = await client.call(url, 'wLogin', { is_agree: 1, ...manager })
    if (login.code !== 200) faults.push(`login answered ${login.code} ${login.msg}`)
    return [none('short messages cannot be sent: login refused', faults, `the one who asked for a code: ${asked.msg}`)]
  })
