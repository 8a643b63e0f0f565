import { type Push, type PushChannel, PushFailure } from './push.ts'
import { type Ask, postToRobot, unlinked, withinBytes } from './robot.ts'

/** The most bytes of a text, and of the parts of a card. */
const longest = 2_048
const longestTitle = 78
const longestSubtitle = 336
/** The system is busy, or more than 20 messages in a minute. */
const temporary = new Set([-1, 45009])

/**
 * 企业微信's group robot, https://developer.work.weixin.qq.com/document/path/99110. Its URL is the secret. The texts of a card are
 * plain.
 */
export const createWecom = (address: string, ask?: Ask): PushChannel => ({
  async send(push) {
    const { errcode, errmsg } = await postToRobot('企业微信', address, bodyOf(push), ask)
    if (errcode !== 0) throw new PushFailure(`企业微信 ${errcode}：${shown(errmsg)}`, temporary.has(errcode ?? -1))
  },
})

function bodyOf({ title, text, button }: Push) {
  if (!button) return { msgtype: 'text', text: { content: withinBytes(`${title}\n${text}`, longest) } }
  return {
    msgtype: 'template_card',
    template_card: {
      card_type: 'text_notice',
      main_title: { title: withinBytes(unlinked(title), longestTitle) },
      sub_title_text: withinBytes(unlinked(text), longestSubtitle),
      jump_list: [{ type: 1, title: button.label, url: button.address }],
      card_action: { type: 1, url: button.address },
    },
  }
}

/** The robot states the problem in one sentence, followed by hints with URLs. */
export const shown = (message: string | undefined) => (message ?? '').split(/[,，\n]/)[0]?.slice(0, 80) ?? ''
