/** The invalid rows with their line numbers in the file. */
export const ProblemTable = ({
  rows,
  label,
}: {
  rows: readonly { line: number; problem: string }[]
  label: string
}) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
  <section className="table-frame import-rows" tabIndex={0} aria-label={label}>
    <table className="table">
      <thead>
        <tr>
          <th scope="col" className="table-end">
            行号
          </th>
          <th scope="col">问题</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ line, problem }) => (
          <tr key={line}>
            <th scope="row" className="table-end">
              {line}
            </th>
            <td className="import-problem">{problem}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
