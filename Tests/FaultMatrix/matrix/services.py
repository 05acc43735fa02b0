"""Servers in the style of ElevenLabs and OpenAI, as their public documents describe them."""
import base64
import itertools
import json
from dataclasses import dataclass

from . import sound
from .wire import Reply


@dataclass(frozen=True)
class Order:
    """The content of a request for speech."""

    voice: str
    text: str
    format: str
    timed: bool = False

    @property
    def line(self):
        return (self.voice, self.text)


def as_json(value, status=200, headers=()):
    return Reply(json.dumps(value).encode(), status=status, headers=list(headers))


class ElevenLabs:
    """`/v2/voices`, `/v1/models`, `/v1/user/subscription`, `/v1/text-to-speech/{voice_id}`."""

    name = "elevenlabs"
    is_priced = True
    key = "sk_7c1f9e35b2a84d06c9f1e7d35a8b2064"
    variable = "ELEVENLABS_API_KEY"
    voices = {
        "MARA": "mara00000000000000aa", "TOMAS": "tomas0000000000000bb",
        "IDA": "ida000000000000000cc",
    }
    model = "eleven_multilingual_v2"
    limit = 10_000
    pcm_rates = (8000, 16000, 22050, 24000, 32000, 44100, 48000)

    def __init__(self):
        self.numbers = itertools.count(1)

    def settings(self, address):
        return {"baseURL": address}

    def is_allowed(self, request):
        return request.headers.get("xi-api-key") == self.key

    def is_speech(self, request):
        return request.method == "POST" and request.path.startswith("/v1/text-to-speech/")

    def list(self, request):
        """Returns the answer to a request that costs nothing."""
        if not self.is_allowed(request):
            return self.refusal(401)
        if request.path == "/v2/voices":
            return as_json({
                "voices": [self.voice(*item) for item in self.voices.items()],
                "has_more": False, "total_count": len(self.voices), "next_page_token": None})
        if request.path == "/v1/models":
            return as_json([{
                "model_id": self.model, "name": "Multilingual v2", "can_do_text_to_speech": True,
                "maximum_text_length_per_request": self.limit,
                "model_rates": {"character_cost_multiplier": 1}}])
        if request.path == "/v1/user/subscription":
            return as_json({
                "tier": "creator", "character_count": 1000, "character_limit": 100_000,
                "max_credit_limit_extension": 0, "can_extend_character_limit": False,
                "status": "active"})
        return self.refusal(404)

    @staticmethod
    def voice(name, identifier):
        return {
            "voice_id": identifier, "name": name.title(), "category": "premade",
            "labels": {"gender": "neutral", "language": "en", "use case": "narration"},
            "verified_languages": [{
                "language": "en", "model_id": ElevenLabs.model, "locale": "en-US"}]}

    def order(self, request):
        """Returns the order in a request, or the answer that refuses it."""
        if not self.is_allowed(request):
            return self.refusal(401)
        fields = request.fields
        parts = request.path.split("/")
        order = Order(
            parts[3], fields.get("text"), request.query.get("output_format", "mp3_44100_128"),
            timed=parts[-1] == "with-timestamps")
        if not isinstance(order.text, str) or not order.text:
            return self.refusal(422)
        is_known = order.voice in self.voices.values()
        if not is_known or fields.get("model_id", self.model) != self.model:
            return self.refusal(404)
        is_right = order.format == "mp3_44100_128" or self.rate(order) in self.pcm_rates
        return order if is_right and len(order.text) <= self.limit else self.refusal(400)

    @staticmethod
    def rate(order):
        kind, _, rate = order.format.partition("_")
        return int(rate) if kind in ("pcm", "wav") and rate.isdigit() else None

    def speak(self, order, make=sound.tone):
        """Returns the answer to an order; `make` creates its samples."""
        if self.rate(order):
            samples = make(order.text, self.rate(order))
            is_wav = order.format.startswith("wav")
            data = sound.wav(samples, self.rate(order)) if is_wav else samples
            label = "audio/wav" if is_wav else "audio/pcm"
        else:
            data, label = sound.mp3(order.text), "audio/mpeg"
        headers = [
            ("request-id", f"req{next(self.numbers)}"), ("character-cost", str(len(order.text))),
            ("current-concurrent-requests", "1"), ("maximum-concurrent-requests", "5")]
        if order.timed:
            return as_json(self.timed(order.text, data), headers=headers)
        return Reply(data, label, headers=headers)

    @staticmethod
    def timed(text, data):
        step = sound.MILLISECONDS / 1000
        alignment = {
            "characters": list(text),
            "character_start_times_seconds": [round(i * step, 3) for i in range(len(text))],
            "character_end_times_seconds": [round((i + 1) * step, 3) for i in range(len(text))]}
        return {
            "audio_base64": base64.b64encode(data).decode(), "alignment": alignment,
            "normalized_alignment": alignment}

    codes = {
        400: "invalid_parameters", 401: "invalid_api_key", 402: "paid_plan_required",
        403: "subscription_required", 404: "voice_not_found", 408: "request_timeout",
        409: "conflict", 413: "payload_too_large", 425: "too_early", 429: "rate_limit_exceeded"}

    def complaint(self, status):
        """Returns the text of an error. It contains the key, which the program must not show or store."""
        return f"Status {status} for {self.key} from a test. "

    def refusal(self, status, code=None, message=None):
        text = message or self.complaint(status)
        if status == 422:
            return as_json({"detail": [{
                "type": "value_error", "loc": ["body", "text"], "msg": text, "input": None}]}, 422)
        code = code or self.codes.get(status, "internal_error")
        return as_json({"detail": {
            "type": "error", "code": code, "message": text, "status": code,
            "request_id": self.key}}, status)


class SpeechServer:
    """`/v1/audio/speech` with its lists: OpenAI's route, as on servers of other vendors."""

    voices = {"MARA": "af_heart", "TOMAS": "am_adam", "IDA": "bf_emma"}
    model = "tts-1"
    limit = 4096
    rate = 24000

    def __init__(self, name, *, key, variable, streams):
        self.name = name
        self.key = key
        self.variable = variable
        self.is_priced = key is not None
        self.streams = streams

    def settings(self, address):
        common = {"type": "openai", "baseURL": f"{address}/v1", "model": self.model}
        if self.is_priced:
            return common | {"keyVariable": self.variable}
        # The free service sends samples without a header. Its voices are in the configuration, so none are requested.
        return common | {"sampleRate": self.rate, "voices": list(self.voices.values())}

    def is_allowed(self, request):
        return not self.key or request.headers.get("authorization") == f"Bearer {self.key}"

    def is_speech(self, request):
        return request.method == "POST" and request.path == "/v1/audio/speech"

    def list(self, request):
        if not self.is_allowed(request):
            return self.refusal(401)
        if request.path == "/v1/audio/voices":
            return as_json({"voices": [{"id": v, "name": v} for v in self.voices.values()]})
        if request.path == "/v1/models":
            return as_json({"object": "list", "data": [{"id": self.model, "object": "model"}]})
        return self.refusal(404)

    def order(self, request):
        if not self.is_allowed(request):
            return self.refusal(401)
        fields = request.fields
        order = Order(
            fields.get("voice"), fields.get("input"), fields.get("response_format", "mp3"))
        if fields.get("model") != self.model or order.voice not in self.voices.values():
            return self.refusal(400)
        is_text = isinstance(order.text, str) and 0 < len(order.text) <= self.limit
        return order if is_text and order.format in ("wav", "pcm", "mp3") else self.refusal(422)

    def speak(self, order, make=sound.tone):
        if order.format == "mp3":
            return Reply(sound.mp3(order.text), "audio/mpeg", chunked=self.streams)
        samples = make(order.text, self.rate)
        if order.format == "pcm":
            return Reply(samples, "audio/pcm", chunked=self.streams)
        data = sound.wav(samples, self.rate, streamed=self.streams)
        return Reply(data, "audio/wav", chunked=self.streams)

    codes = {401: "invalid_api_key", 402: "insufficient_quota", 429: "rate_limit_exceeded"}

    def complaint(self, status):
        """Returns the text of an error. It contains the key, which the program must not show or store."""
        return f"Status {status} for {self.key} from a test. "

    def refusal(self, status, code=None, message=None):
        text = message or self.complaint(status)
        code = code or self.codes.get(status)
        return as_json({"error": {
            "message": text, "type": code or "error", "param": None, "code": code}}, status)


SERVICES = {
    "elevenlabs": ElevenLabs,
    "priced": lambda: SpeechServer(
        "priced", key="sk-proj-5d0e71b86fa94c2390e1d7ab35c8f264", variable="MATRIX_SPEECH_KEY",
        streams=True),
    "free": lambda: SpeechServer("free", key=None, variable=None, streams=False),
}
