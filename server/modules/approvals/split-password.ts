/** Splits a first password into two halves; each says in words which half it is. */
export function splitPassword(password: string): [first: string, second: string] {
  const middle = password.length / 2
  return [
    `首个密码的前半 ${password.slice(0, middle)}，请转交本人；后半由确认人转交`,
    `首个密码的后半 ${password.slice(middle)}，请转交本人；前半由申请人在“待确认”里领取后转交`,
  ]
}
