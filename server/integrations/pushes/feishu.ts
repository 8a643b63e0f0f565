import { type Push, type PushChannel, PushFailure } from './push.ts'
import { type Ask, postToRobot, signText, unlinked, withinBytes } from './robot.ts'
import { shown } from './wecom.ts'

const longest = 18_000
/** Too many requests: 5 a second, 100 a minute. */
const temporary = new Set([9499, 11232, 11233])

/**
 * 飞书's group robot with a signature, https://open.feishu.cn/document/client-docs/bot-v3/add-custom-bot. The signed text is empty;
 * the time, in seconds, and the secret are the key.
 */
export const createFeishu = (address: string, secret: string, ask?: Ask): PushChannel => ({
  async send(push) {
    const timestamp = String(Math.floor(Date.now() / 1000))
    const signature = { timestamp, sign: signText(`${timestamp}\n${secret}`, '') }
    const { code, msg } = await postToRobot('飞书', address, { ...signature, ...bodyOf(push) }, ask)
    if (code !== 0) throw new PushFailure(`飞书 ${code}：${shown(msg)}`, temporary.has(code ?? 9499))
  },
})

const plainText = (content: string) => ({ tag: 'plain_text', content })

/** A text message would interpret `<at …>` as a mention; a card's plain text is taken literally. */
function bodyOf({ title, text, button }: Push) {
  if (!button) return { msg_type: 'text', content: { text: withinBytes(`${title}\n${text}`, longest) } }
  return {
    msg_type: 'interactive',
    card: {
      header: { title: plainText(unlinked(title)) },
      elements: [
        { tag: 'div', text: plainText(withinBytes(unlinked(text), longest)) },
        {
          tag: 'action',
          actions: [{ tag: 'button', type: 'primary', text: plainText(button.label), url: button.address }],
        },
      ],
    },
  }
}
