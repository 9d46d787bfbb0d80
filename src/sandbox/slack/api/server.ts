// The HTTP side of the workspace: the Web API, response_urls, addresses for uploads and downloads, on one free port.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { parseJson } from '#lib/text.ts';
import { KEEP_IDLE } from '#sandbox/environment/keep-idle.ts';
import { asText, type Fields, isFields } from '#sandbox/slack/json.ts';
import { answerUnder, type Reply, send } from './answering.ts';
import { argumentsIn } from './args.ts';
import type { Fault, FaultPlan } from './faults.ts';
import type { ApiCall, WebApi } from './web-api.ts';

type ServerDeps = {
  webApi: WebApi;
  /** What the app may do, as Slack says with every answer; undefined: everything, and nothing is said. */
  scopes: readonly string[] | undefined;
  faults: FaultPlan;
  now(): number;
  record(call: ApiCall): void;
  /** The answer to a message sent to a response_url. */
  respond(id: string, body: Fields): Promise<Fields>;
  /** True when the bytes are as announced. */
  upload(fileId: string, body: Buffer, contentType: string): Promise<boolean>;
  /** `place`: team and file. */
  download(place: string, authorization: string | undefined): Reply;
};

export function createSlackServer(deps: ServerDeps): Server {
  return createServer(KEEP_IDLE, (request, response) => {
    handle(deps, request, response).catch((error: unknown) => {
      // A caller that has gone away gets no answer; otherwise this shows a bug of the stand-in.
      if (response.destroyed || response.headersSent) return;
      send(response, { status: 500, body: `The Slack stand-in failed: ${String(error)}` });
    });
  });
}

async function handle(deps: ServerDeps, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  const [, area, name = ''] = url.pathname.split('/');
  const contentType = request.headers['content-type'] ?? '';
  const body = await buffer(request);

  if (area === 'api') return callMethod(deps, name, argumentsOf(url, body, contentType), request, response);

  if (area === 'response' && request.method === 'POST') {
    const answer = async () => asReply(await deps.respond(name, responseBody(body.toString(), contentType)));
    await answerUnder(deps.faults.take('response_url'), answer, response);
  } else if (area === 'upload' && request.method === 'POST') {
    const receive = async (): Promise<Reply> =>
      (await deps.upload(name, body, contentType))
        ? { status: 200, body: `OK - ${body.length}` }
        : { status: 400, body: 'The bytes are not those that were announced.' };
    await answerUnder(deps.faults.take('upload'), receive, response);
  } else if (area === 'files-pri' && request.method === 'GET') {
    const { authorization } = request.headers;
    deps.record({ at: deps.now(), method: 'download', args: { file: name }, answer: undefined });
    await answerUnder(deps.faults.take('download'), () => deps.download(name, authorization), response);
  } else {
    send(response, { status: 404, body: 'Nothing here.' });
  }
}

async function callMethod(
  deps: ServerDeps,
  method: string,
  args: Fields,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const call: ApiCall = { at: deps.now(), method, args, answer: undefined };
  deps.record(call);
  const fault = deps.faults.take(method) ?? postingTurn(deps.faults, method, args);
  const work = async (): Promise<Reply> => ({
    status: 200,
    body: await deps.webApi.answer(method, args, request.headers.authorization),
    ...(deps.scopes && { headers: { 'x-oauth-scopes': deps.scopes.join(',') } }),
  });
  const sent = await answerUnder(fault, work, response);
  if (isFields(sent?.body)) call.answer = sent.body;
}

function postingTurn(faults: FaultPlan, method: string, args: Fields): Fault | undefined {
  return method === 'chat.postMessage' ? faults.takePostingTurn(asText(args.channel)) : undefined;
}

function argumentsOf(url: URL, body: Buffer, contentType: string): Fields {
  return { ...argumentsIn(url.search.slice(1), ''), ...argumentsIn(body.toString(), contentType) };
}

/** response_urls take JSON, or a form with one `payload`. */
function responseBody(body: string, contentType: string): Fields {
  const json = contentType.includes('form') ? (new URLSearchParams(body).get('payload') ?? '') : body;
  const value = parseJson(json);
  return isFields(value) ? value : {};
}

/** Unlike the Web API, response_urls speak in status codes. */
function asReply(answer: Fields): Reply {
  if (answer.ok === true) return { status: 200, body: answer };
  const gone = answer.error === 'expired_url' || answer.error === 'used_url';
  return { status: gone ? 404 : 400, body: answer };
}
