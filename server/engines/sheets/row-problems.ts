import type { Reading } from './sheets.ts'

type Rows = Extract<Reading, { rows: unknown }>

/** Returns what makes the values of a row doubtful; `columns` names those that are read, by their place. */
export function rowProblems(reading: Rows, columns: ReadonlyMap<number, string>): (row: number) => string[] {
  const [formulas, merged] = [new Set(reading.formulaRows), new Set(reading.mergedRows)]
  const rounded = Map.groupBy(reading.roundedCells, ({ row }) => row)
  return row => [
    ...(formulas.has(row) ? ['含有公式，请改为直接填写的内容'] : []),
    ...(merged.has(row) ? ['含有合并的单元格，请取消合并后逐行填写'] : []),
    ...(rounded.get(row) ?? []).flatMap(({ column }) => {
      const name = columns.get(column)
      return name ? [`“${name}”的数字超过 15 位，表格已把后面的改成 0，请把单元格设为文本格式后重新填写`] : []
    }),
  ]
}
