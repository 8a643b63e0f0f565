/** The rows and columns of a keyboard, the alphabet and the digits: sequences that people type without thinking. */
const runs = [
  '1234567890 qwertyuiop asdfghjkl zxcvbnm abcdefghijklmnopqrstuvwxyz 01234567890',
  '1qaz 2wsx 3edc 4rfv 5tgb 6yhn 7ujm 8ik 9ol 147 258 369 159 357 741 852 963',
].flatMap(line => line.split(' '))
const paths = [...runs, ...runs.map(run => [...run].reverse().join(''))]

const isRun = (text: string) => /^(.)\1*$/.test(text) || paths.some(path => path.includes(text))

/** Reports whether a text is made of at most three runs of three keys or more, such as `qwe123` or `111aaa`. */
function isKeyboardWalk(text: string): boolean {
  let [rest, count] = [text, 0]
  while (rest && count < 3) {
    let length = rest.length
    while (length >= 3 && !isRun(rest.slice(0, length))) length--
    if (length < 3) return false
    rest = rest.slice(length)
    count += 1
  }
  return !rest
}

/** Reports whether a text repeats a part of two letters or more: `abcabc`, `12341234`. */
const isRepeated = (text: string) => /^(..+)\1+$/.test(text) && text.length < 19

const date = String.raw`(?:(?:19|20)?\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])|(?:19|20)\d{2})`
const phone = String.raw`1[3-9]\d{9}`

/** Matches a phone number or a birthday, with the few letters or signs that password rules make people add. */
const isNumberOfLife = (text: string) =>
  new RegExp(`^[a-z]{0,4}[^a-z0-9]?(?:${phone}|${date}|${date}${date})[^a-z0-9]?[a-z]{0,4}[^a-z0-9]?$`).test(text)

// The hundred surnames that nine in ten people have, in pinyin.
const surname =
  '(?:wang|li|zhang|liu|chen|yang|huang|zhao|wu|zhou|xu|sun|ma|zhu|hu|guo|he|gao|lin|luo|zheng|liang|xie|song|tang|' +
  'deng|han|feng|cao|peng|zeng|xiao|tian|dong|pan|yuan|cai|jiang|yu|du|ye|cheng|wei|su|lv|lu|ding|ren|shen|yao|cui|' +
  'zhong|tan|fan|wan|liao|jia|xia|fu|fang|bai|zou|meng|xiong|qin|qiu|hou|shi|lei|long|duan|hao|gu|gong|shao|mao|' +
  'chang|ouyang|dai|qian|kang|yan|yin|niu|mo|kong|xiang)'
const initial = '(?:zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])?'
const syllable = `(?:${initial}(?:iang|iong|uang|ang|eng|ing|ong|ian|iao|uai|uan|ai|ei|ui|ao|ou|iu|ie|ue|er|an|en|in|un|ia|ua|uo|a|o|e|i|u|v))`
const name = `${surname}${syllable}{0,2}`

/** Matches a name in pinyin with digits before or after it. A guesser tries all short numbers; longer ones are dates or phones. */
const isNameAndDigits = (text: string) =>
  new RegExp(String.raw`^(?:${name}[^a-z0-9]?\d{1,8}|\d{1,8}[^a-z0-9]?${name})[^a-z0-9]?$`).test(text)

/** Reports whether a guesser who knows how people make passwords would try this one early. `lower` is in lower case. */
export const isGuessable = (lower: string): boolean =>
  isKeyboardWalk(lower) || isRepeated(lower) || isNumberOfLife(lower) || isNameAndDigits(lower)
