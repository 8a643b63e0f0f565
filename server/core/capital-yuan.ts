const digits = '零壹贰叁肆伍陆柒捌玖'
const places = ['', '拾', '佰', '仟']
/** Each unit is ten thousand times the previous one. */
const groups = ['', '万', '亿', '万亿']

/** Formats a number up to 9999, with 零 for zeros between other digits. */
function groupOf(value: number): string {
  let text = ''
  let gap = false
  for (let place = places.length - 1; place >= 0; place -= 1) {
    const digit = Math.floor(value / 10 ** place) % 10
    if (digit === 0) gap ||= text !== ''
    else {
      text += `${gap ? '零' : ''}${digits[digit]}${places[place]}`
      gap = false
    }
  }
  return text
}

function wholeYuan(yuan: number): string {
  let text = ''
  let gap = false
  for (let group = groups.length - 1; group >= 0; group -= 1) {
    const value = Math.floor(yuan / 10_000 ** group) % 10_000
    if (value === 0) gap ||= text !== ''
    else {
      // A group below a thousand begins with an extra zero.
      text += `${text && (gap || value < 1000) ? '零' : ''}${groupOf(value)}${groups[group]}`
      gap = false
    }
  }
  return text
}

/**
 * Formats an amount in capital numerals, as contracts and cheques require (正确填写票据和结算凭证的基本规定): 整 after a whole amount of yuan, 零 for
 * zeros between other digits. Takes fen, which must be neither negative nor a fraction.
 */
export function capitalYuan(fen: number): string {
  if (!Number.isSafeInteger(fen) || fen < 0) throw new Error(`${fen} is no amount`)
  const [yuan, jiao, rest] = [Math.floor(fen / 100), Math.floor(fen / 10) % 10, fen % 10]
  if (fen === 0) return '零元整'
  const whole = yuan ? `${wholeYuan(yuan)}元` : ''
  if (!jiao && !rest) return `${whole}整`
  const tenth = jiao ? `${digits[jiao]}角` : whole && '零'
  return `${whole}${tenth}${rest ? `${digits[rest]}分` : '整'}`
}
