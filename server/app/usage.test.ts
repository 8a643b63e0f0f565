import { expect, test } from 'vitest'
import { refuseSurplus } from './usage.ts'

const help = `用法：npm run portal -- <命令>

  doctor                                        检查配置
  operator list                                 列出操作员
  operator add <用户名> [姓名] --roles <角色>    添加操作员
  operator disable <用户名>                     停用
  keys forget <编号>|none                       清除
  backup [--to <文件夹>] [--keep <份数>]        备份
  backup record backup|rehearsal [--notes <说明>]
                                                登记
  restore <备份> [--signed-by <公钥>] [--unsigned]
                                                恢复
  restore --files <备份> [--signed-by <公钥>]   写回
  restore --to "2026-11-22 14:03:07" [--other-key]
                                                恢复到这一秒
  restore settle --promoted                     备库接替

门户在运行时也可以使用。`

test.each([
  [['operator', 'add', 'li', '李', '四'], ['roles'], '多了 四：含有空格的值写在引号里'],
  [['operator', 'list', 'li'], [], '多了 li：含有空格的值写在引号里'],
  [['operator', 'disable', 'zhou', 'zhao', 'li'], [], '多了 zhao li：含有空格的值写在引号里'],
  [['operator', 'disable', 'zhou'], ['roles'], 'operator disable 这样写时没有 --roles 这个参数'],
  [['backup', 'now'], ['keep'], '多了 now：含有空格的值写在引号里'],
  [['backup', 'record', 'backup'], ['keep'], 'backup record 这样写时没有 --keep 这个参数'],
  [['restore', 'old'], ['files'], 'restore 这样写时没有 --files 这个参数'],
  [['restore'], ['to', 'files'], '--to、--files 不能一起用'],
  [['restore', 'settle', 'x'], ['promoted'], '多了 x：含有空格的值写在引号里'],
])('%j with %j has something that its help does not give it', (words, options, sentence) => {
  expect(() => refuseSurplus(help, words, options)).toThrow(sentence)
})

test.each([
  [['doctor'], []],
  [['operator', 'add', 'li'], ['roles']],
  [['operator', 'add', 'li', '李四'], ['roles']],
  [['keys', 'forget', 'none'], []],
  [['backup'], ['to', 'keep']],
  [['backup', 'record', 'rehearsal'], []],
  [
    ['restore', 'old'],
    ['signed-by', 'unsigned'],
  ],
  [['restore'], ['files', 'signed-by']],
  [['restore', 'settle'], ['promoted']],
  // What lacks something, or is no command, is refused by what reads it.
  [['operator', 'disable'], []],
  [['operator'], ['roles']],
  [['nonsense', 'x'], ['roles']],
])('%j with %j has no surplus', (words, options) => {
  expect(() => refuseSurplus(help, words, options)).not.toThrow()
})
