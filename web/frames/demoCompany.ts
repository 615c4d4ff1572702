/** Calls the demo company's own API, which takes the key of the session. */
export const callDemoCompany = async (
  sessionKey: string,
  path: string,
  body: object,
): Promise<{ status: number; body: DemoAnswer }> => {
  const answer = await fetch(`api/v1/${path}`, {
    method: 'POST',
    credentials: 'omit',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${sessionKey}` },
    body: JSON.stringify(body),
  })
  return {
    status: answer.status,
    body: answer.status === 204 ? {} : ((await answer.json()) as DemoAnswer),
  }
}

type DemoAnswer = { cardIdentifier?: string; errors?: Readonly<Record<string, readonly string[]>> }
