import { type Push, type PushChannel, PushFailure } from './push.ts'
import { type Ask, plain, postToRobot, signText, unlinked, withinBytes } from './robot.ts'
import { shown } from './wecom.ts'

const longest = 18_000
/** The system is busy, or more than 20 messages in a minute, after which it takes none for ten minutes. */
const temporary = new Set([-1, 130101, 130102, 410100])

/** 钉钉's group robot with a signature, https://open.dingtalk.com/document/robots/customize-robot-security-settings. */
export const createDingtalk = (address: string, secret: string, ask?: Ask): PushChannel => ({
  async send(push) {
    const timestamp = String(Date.now())
    const signed = new URL(address)
    signed.searchParams.set('timestamp', timestamp)
    signed.searchParams.set('sign', signText(secret, `${timestamp}\n${secret}`))
    const { errcode, errmsg } = await postToRobot('钉钉', signed.href, bodyOf(push), ask)
    if (errcode !== 0) throw new PushFailure(`钉钉 ${errcode}：${shown(errmsg)}`, temporary.has(errcode ?? -1))
  },
})

/** The text of a card is Markdown. */
function bodyOf({ title, text, button }: Push) {
  if (!button) return { msgtype: 'text', text: { content: withinBytes(`${title}\n${text}`, longest) } }
  return {
    msgtype: 'actionCard',
    actionCard: {
      title: unlinked(title),
      text: withinBytes(`### ${plain(title)}\n\n${plain(text)}`, longest),
      singleTitle: button.label,
      singleURL: button.address,
    },
  }
}
