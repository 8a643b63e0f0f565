import { type PushChannel, PushFailure } from './push.ts'
import { postToRobot, signText, withinBytes } from './robot.ts'
import { shown } from './wecom.ts'

const longest = 18_000
/** Too many requests: 5 a second, 100 a minute. */
const temporary = new Set([9499, 11232, 11233])

/**
 * 飞书's robot of a group with a signature, https://open.feishu.cn/document/client-docs/bot-v3/add-custom-bot. The signature is
 * that of an empty text; the time, in seconds, and the secret are its key.
 */
export const createFeishu = (address: string, secret: string): PushChannel => ({
  async send({ title, text }) {
    const timestamp = String(Math.floor(Date.now() / 1000))
    const { code, msg } = await postToRobot('飞书', address, {
      timestamp,
      sign: signText(`${timestamp}\n${secret}`, ''),
      msg_type: 'text',
      content: { text: withinBytes(`${title}\n${text}`, longest) },
    })
    if (code !== 0) throw new PushFailure(`飞书 ${code}：${shown(msg)}`, temporary.has(code ?? 9499))
  },
})
